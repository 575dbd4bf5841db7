import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Names } from '../../template/reference.ts';
import { groupNames, itemNames } from './names.ts';

const page = await readFile(
  new URL('../../../../../docs/notifications.md', import.meta.url),
  'utf8',
);

test.each([
  ['Of one transition', itemNames],
  ['Of several transitions', groupNames],
])('the page has every name that templates may read: %s', (heading, names) => {
  expect(namesUnder(heading).toSorted()).toEqual(written(names).toSorted());
});

/** What stands as code in the first cells of the table with that heading. */
function namesUnder(heading: string): string[] {
  const [, rest = ''] = page.split(`| ${heading} | What it is |\n|---|---|\n`);
  const [table = ''] = rest.split('\n\n');
  const cells = table.split('\n').map(row => row.split('|')[1] ?? '');
  return cells.flatMap(cell => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
}

function written(names: Names): string[] {
  return Array.from(names, ([name, fields]) =>
    fields.length === 0 ? [name] : fields.map(field => `${name}.${field}`),
  ).flat();
}
