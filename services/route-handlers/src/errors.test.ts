import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { errorTable, RouteHandlerError } from './errors.ts';

test('docs/route-handlers.md has the row of each error, and no other', async () => {
  const page = await readFile(new URL('../../../docs/route-handlers.md', import.meta.url), 'utf8');
  const documented = page.split('\n').filter(line => line.startsWith('| `RH_'));
  const rows = Object.entries(errorTable).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  expect(documented).toEqual(rows);
});

test('an error says what its code means where it is told nothing better', () => {
  const error = new RouteHandlerError('RH_PATH');
  expect(error).toMatchObject({ code: 'RH_PATH', message: errorTable.RH_PATH });
});
