import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checks } from './checks.ts';
import { checksTable, findingsTable } from './checks-page.ts';

const page = readFileSync(new URL('../../../../docs/tracker-doctor.md', import.meta.url), 'utf8');

test('the docs list the checks as they are', () => {
  expect(page).toContain(`\n${checksTable(checks)}\n`);
});

test('the docs list the findings of the audit as they are', () => {
  expect(page).toContain(`\n${findingsTable()}\n`);
});

test('each check has a name of its own and one remedy on one line', () => {
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  expect(checks.length).toBeGreaterThanOrEqual(20);
  for (const { name, about, remedy } of checks) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(`${about}${remedy}`).toMatch(/^[^\n|]+$/);
  }
});
