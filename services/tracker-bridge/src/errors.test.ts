import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BridgeError, errorBody, errorTable, listedStatus } from './errors.ts';

const page = await readFile(new URL('../../../docs/tracker-web.md', import.meta.url), 'utf8');

test('docs/tracker-web.md has the row of each code that is answered, in order, and no other', () => {
  const documented = page.split('\n').filter(line => /^\| \d{3} \| `/.test(line));
  const rows = Object.entries(errorTable).flatMap(([code, { status, means }]) =>
    status === null ? [] : [`| ${status} | \`${code}\` | ${means} |`],
  );
  expect(documented).toEqual(rows);
});

test('every code is used', async () => {
  const folder = new URL('.', import.meta.url);
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = await Promise.all(sources.map(name => readFile(new URL(name, folder), 'utf8')));
  const all = texts.filter(text => !text.includes('export const errorTable')).join('\n');
  const isUsed = ([code, { status }]: [string, { readonly status: number | null }]) =>
    all.includes(`'${code}'`) || all.includes(`.${code}`) || all.includes(`(${status}`);
  const unused = Object.entries(errorTable).filter(entry => !isUsed(entry));
  // The routes' own library knows how long a body may be.
  expect(unused.map(([code]) => code)).toEqual(['TOO_LARGE']);
});

test('a status has one code, in ascending order', () => {
  const statuses = Object.values(errorTable).flatMap(({ status }) => status ?? []);
  expect(statuses).toEqual([...new Set(statuses)].toSorted());
});

test('an error is answered with its status, and a status with its code', () => {
  expect(new BridgeError('BUSY')).toMatchObject({ status: 429, message: errorTable.BUSY.means });
  expect(new BridgeError('SETTINGS', 'x')).toMatchObject({ status: 500, message: 'x' });
  expect(errorBody(404, 'where')).toEqual({ ok: false, error: 'NOT_FOUND', message: 'where' });
  expect([404, 416, 505].map(listedStatus)).toEqual([404, 400, 500]);
});
