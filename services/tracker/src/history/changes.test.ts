import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventOf, histories } from '../../fixtures/arbitrary-events.ts';
import type { Deed, TrackerEvent } from '../event/event.ts';
import { foldRecord } from '../event/fold.ts';
import { changesOf } from './changes.ts';

function history(...deeds: readonly Deed[]): readonly TrackerEvent[] {
  return deeds.map((deed, at) => eventOf(deed, 'Ann', { time: 1_767_225_600_000 + at, count: 0 }));
}

const create = { op: 'create', number: 1, set: { title: 'Pay' } } as const;

test('the changes, one after the other, lead to the record', () => {
  fc.assert(
    fc.property(histories, events => {
      const final: Record<string, unknown> = { ...foldRecord(events)?.record };
      const values = new Map<string, unknown>();
      for (const { changes } of changesOf(events)) {
        for (const { field, comment, before, after } of changes) {
          const key = comment ?? field;
          if (values.has(key)) expect(before).toEqual(values.get(key));
          values.set(key, after);
        }
      }
      for (const [field, value] of values) {
        if (Object.hasOwn(final, field)) expect(value).toEqual(final[field]);
      }
    }),
  );
});

test('every event is told, also those that changed nothing', () => {
  const events = history(create, { op: 'edit', set: { title: 'Pay' } }, { op: 'restore' });
  expect(changesOf(events).map(({ changes }) => changes.length)).toEqual([2, 0, 0]);
});

test('what a new record has of itself is no change', () => {
  const [first] = changesOf(history({ ...create, set: { title: 'Pay', priority: 'medium' } }));
  expect(first?.changes).toEqual([
    { field: 'number', before: null, after: 1 },
    { field: 'title', before: null, after: 'Pay' },
  ]);
});

test('events without a beginning are told without changes', () => {
  expect(changesOf(history({ op: 'delete' }))).toMatchObject([{ record: undefined, changes: [] }]);
});

test('what some of the events did is the same, whichever others are left out', () => {
  const asked = histories.chain(events =>
    fc.tuple(fc.constant(events), fc.subarray(events.map(({ id }) => id))),
  );
  fc.assert(
    fc.property(asked, ([events, ids]) => {
      const wanted = new Set(ids);
      const all = changesOf(events).filter(({ event }) => wanted.has(event.id));
      expect(changesOf(events, ({ id }) => wanted.has(id))).toEqual(all);
    }),
  );
});

test('the last of a hundred thousand comments is told soon', () => {
  const ids = Array.from(
    { length: 100_000 },
    (_, at) => `01M7Z55MM7${String(at).padStart(16, '0')}`,
  );
  const comments = ids.map((comment): Deed => ({ op: 'comment', comment, body: 'me too' }));
  const events = history(create, ...comments);
  const last = events.at(-1);
  expect(changesOf(events, event => event === last)).toMatchObject([
    { event: last, changes: [{ field: 'comment', before: null, after: 'me too' }] },
  ]);
});
