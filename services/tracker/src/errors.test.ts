import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { errorTable, TrackerError } from './errors.ts';

const page = await readFile(new URL('../../../docs/tracker-errors.md', import.meta.url), 'utf8');

test('docs/tracker-errors.md has the row of each code, in order, and no other', () => {
  const documented = page.split('\n').filter(line => line.startsWith('| `'));
  const rows = Object.entries(errorTable).map(
    ([code, { exit, means, remedy }]) => `| \`${code}\` | ${exit} | ${means} | ${remedy} |`,
  );
  expect(documented).toEqual(rows);
});

test('every code is used', async () => {
  const folder = new URL('.', import.meta.url);
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = await Promise.all(sources.map(name => readFile(new URL(name, folder), 'utf8')));
  const all = texts.filter(text => !text.includes('export const errorTable')).join('\n');
  const unused = Object.keys(errorTable).filter(code => !all.includes(`'${code}'`));
  expect(unused).toEqual([]);
});

test('an error has the exit code of its code, its remedy, problems and cause', () => {
  const cause = new Error('why');
  const error = new TrackerError('CORRUPT', 'where', { remedy: 'what', problems: ['a'], cause });
  expect(error).toMatchObject({
    name: 'TrackerError',
    code: 'CORRUPT',
    exitCode: 3,
    message: 'where',
    remedy: 'what',
    problems: ['a'],
    cause,
  });
  expect(new TrackerError('USAGE', 'x')).toMatchObject({
    exitCode: 1,
    remedy: errorTable.USAGE.remedy,
    problems: [],
  });
});

test('exit codes are those of the specification', () => {
  const codes = new Set(Object.values(errorTable).map(({ exit }) => exit));
  expect([...codes].toSorted()).toEqual([1, 2, 3, 4]);
});
