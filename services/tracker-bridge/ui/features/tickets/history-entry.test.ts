import { expect, test } from 'vitest';
import { sayChange, sayDeed, toHistory } from './history-entry.ts';

test.each([
  [{ field: 'status', before: 'todo', after: 'in_progress' }, 'Status: To do → In progress'],
  [{ field: 'assignee', before: null, after: 'Ann' }, 'Assignee: Ann'],
  [{ field: 'assignee', before: 'Ann', after: null }, 'Assignee: Ann → nothing'],
  [{ field: 'labels', before: [], after: ['a', 'b'] }, 'Labels: a, b'],
  [{ field: 'startWorkAt', before: null, after: '2026-11-21T00:00:00.000Z' }, 'Start: 2026-11-21'],
  [{ field: 'body', before: 'long', after: 'longer' }, 'Description changed'],
  [{ field: 'later', before: 1, after: 2 }, 'later: 1 → 2'],
])('a change is said in words: %j', (change, said) => {
  expect(sayChange(change)).toBe(said);
});

test('an event of a later version is named as it names itself', () => {
  const event = { event: '1', at: '', by: '', changes: [] };
  expect(sayDeed({ ...event, op: 'create' })).toBe('made the ticket');
  expect(sayDeed({ ...event, op: 'constructor' })).toBe('constructor');
});

test('what is no history is none', () => {
  expect(toHistory({ items: [{ event: 1 }] })).toBeUndefined();
  expect(toHistory({ items: [] })).toEqual({ items: [] });
});
