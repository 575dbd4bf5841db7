import { expect, test } from 'vitest';
import type { Deed, TrackerEvent } from './event.ts';
import { foldRecord } from './fold.ts';
import { parseEvent } from './parse-event.ts';

const record = '01KAK3S2000000000000000000';
const then = { at: '2020-01-01T00:00:00.000Z', by: 'Ann' };
const later = { at: '2021-01-01T00:00:00.000Z', by: 'Ben' };
const now = { at: '2026-01-01T00:00:00.000Z', by: 'Cy' };

function events(...deeds: readonly Deed[]): readonly TrackerEvent[] {
  return deeds.map((deed, index) => ({
    id: `01KAK3S20000000000000000${10 + index}`,
    ...now,
    type: 'ticket',
    record,
    ...deed,
  }));
}

const create = { op: 'create', number: 1, set: { title: 'Pay' }, origin: then } as const;

test('an edit that was done elsewhere counts as of then', () => {
  const edit = { op: 'edit', set: { status: 'done' }, origin: later } as const;
  expect(foldRecord(events(create, edit))?.record).toMatchObject({
    status: 'done',
    createdAt: then.at,
    statusChangedAt: later.at,
    statusChangedBy: later.by,
    updatedAt: later.at,
    updatedBy: later.by,
  });
});

test('a deletion that was done elsewhere counts as of then', () => {
  const folded = foldRecord(events(create, { op: 'delete', origin: later }));
  expect(folded?.record).toMatchObject({ deletedAt: later.at, deletedBy: later.by });
});

test.each(['edit', 'delete'])('the origin of %s is checked', op => {
  const [line] = events(create).map(event => JSON.stringify({ ...event, op, origin: { at: 1 } }));
  expect(parseEvent(line ?? '')).toMatchObject({
    kind: 'corrupt',
    reason: 'its origin is not at and by',
  });
});
