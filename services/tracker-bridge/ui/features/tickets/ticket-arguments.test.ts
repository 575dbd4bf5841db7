import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createArguments, updateArguments } from './ticket-arguments.ts';
import { draftOf, emptyDraft, faultsOf, type TicketDraft, valuesOf } from './ticket-draft.ts';

const empty = emptyDraft(null);
const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', '--repo', '=x'));

test('a new ticket is sent with what was filled in', () => {
  const draft = {
    ...empty,
    title: ' Pay ',
    labels: ['a', '--add-b'],
    estimate: '2.5',
    size: 's',
  } as const;
  expect(createArguments(draft, 'k')).toEqual([
    'ticket',
    'create',
    '--key=k',
    '--title=Pay',
    '--label=a',
    '--label=--add-b',
    '--size=s',
    '--estimate=2.5',
  ]);
});

test('an edit sends what was changed, and empties what was emptied', () => {
  const before: TicketDraft = { ...empty, title: 'Pay', assignee: 'Ann', body: 'why' };
  const after: TicketDraft = { ...before, assignee: '', status: 'done', startWorkAt: '2026-11-21' };
  expect(updateArguments('1', before, after)).toEqual([
    'ticket',
    'update',
    '--id=1',
    '--status=done',
    '--assignee=',
    '--start-work-at=2026-11-21T00:00:00.000Z',
  ]);
  expect(updateArguments('1', before, { ...before })).toBeUndefined();
});

test('sets are sent as what came in and what went out, which leads from the one to the other', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const sent = updateArguments('1', { ...empty, labels: before }, { ...empty, labels: after });
      const members = new Set<string>(before);
      for (const flag of sent ?? []) {
        const [, kind, member] = /^--(add|remove)-label=(.*)$/.exec(flag) ?? [];
        if (kind === 'add') members.add(member ?? '');
        if (kind === 'remove') members.delete(member ?? '');
      }
      expect([...members].sort()).toEqual([...after].sort());
    }),
  );
});

test('a draft says of a ticket what the ticket says', () => {
  const values = valuesOf({ ...empty, title: 'Pay', estimate: '0', targetFinishAt: '2026-11-21' });
  expect(valuesOf(draftOf(values))).toEqual(values);
});

test('a moment that was set elsewhere stays while its day does', () => {
  const before = draftOf({ ...valuesOf(empty), startWorkAt: '2026-11-21T09:30:00.000Z' });
  expect(updateArguments('1', before, { ...before, title: 'Pay' })).toEqual([
    'ticket',
    'update',
    '--id=1',
    '--title=Pay',
  ]);
});

test('faults of all fields are told at once', () => {
  const draft = { ...empty, estimate: 'many', labels: ['x'.repeat(51)], assignee: 'a'.repeat(201) };
  expect(Object.keys(faultsOf(draft)).sort()).toEqual(['assignee', 'estimate', 'labels', 'title']);
  expect(faultsOf({ ...empty, title: 'Pay' })).toEqual({});
});
