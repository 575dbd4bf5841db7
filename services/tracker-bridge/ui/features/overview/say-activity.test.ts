import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Activity } from './activity-answer.ts';
import { sayActivity } from './say-activity.ts';

const ann = 'Ann <ann@example.org>';
const base: Activity = {
  event: '1',
  at: '2026-11-21T10:00:00Z',
  by: ann,
  op: 'edit',
  type: 'ticket',
  number: 3,
  title: 'Round half to even',
  changes: [],
};
const said = (activity: Partial<Activity>): string => {
  const { who, did, record, rest } = sayActivity({ ...base, ...activity });
  return [who, did, record, rest].filter(word => word !== '').join(' ');
};
const edited = (...changes: Activity['changes']) => said({ changes });

test('tells a change as people say it', () => {
  expect(edited({ field: 'status', after: 'done' })).toBe('Ann moved #3 to Done');
  expect(edited({ field: 'assignee', after: 'Bob <b@example.org>' })).toBe('Ann gave #3 to Bob');
  expect(edited({ field: 'assignee', after: null })).toBe('Ann took #3 from its assignee');
  expect(edited({ field: 'title', after: 'Other' })).toBe('Ann renamed #3');
  expect(edited({ field: 'priority', after: 'urgent' })).toBe('Ann made #3 urgent priority');
  expect(edited({ field: 'body', after: '' })).toBe('Ann changed the description of #3');
  expect(edited({ field: 'labels', after: [] }, { field: 'targetFinishAt', after: null })).toBe(
    'Ann changed the labels and due date of #3',
  );
  expect(edited()).toBe('Ann changed #3');
});

test('who claims a ticket takes it', () => {
  const claim = { field: 'assignee', after: ann };
  expect(edited(claim)).toBe('Ann took #3');
  expect(edited({ field: 'status', after: 'in_progress' }, claim)).toBe('Ann took #3');
  expect(edited({ field: 'status', after: 'done' }, claim)).toBe(
    'Ann changed the status and assignee of #3',
  );
});

test('tells what is no edit, of every type', () => {
  expect(said({ op: 'create', type: 'epic', number: 1 })).toBe('Ann created epic #1');
  const origin = { at: '2026-01-01T10:00:00Z', by: 'Bob <bob@example.org>' };
  expect(said({ op: 'create', origin })).toBe('Bob created #3');
  expect(said({ op: 'delete', type: 'story' })).toBe('Ann deleted story #3');
  expect(said({ op: 'link-forge' })).toBe('Ann linked #3 to an issue');
  expect(said({ op: 'renumber' })).toBe('Ann gave #3 its number');
  expect(said({ op: 'comment', number: null })).toBe('Ann commented on ticket of unknown number');
});

test('quotes comments, and nothing else', () => {
  const changes = [{ field: 'comment', after: 'Begun' }];
  expect(sayActivity({ ...base, op: 'comment', changes }).quote).toBe('Begun');
  expect(sayActivity({ ...base, op: 'delete-comment', changes }).quote).toBeUndefined();
});

test('tells of fields and values that a later version brings', () => {
  const change = fc.record({ field: fc.string(), after: fc.jsonValue() });
  fc.assert(
    fc.property(fc.array(change), changes => {
      expect(edited(...changes)).toMatch(/^Ann .*#3/s);
    }),
  );
});
