import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventOf, histories } from '../../fixtures/arbitrary-events.ts';
import { mergeSegments } from '../store/merge-segments.ts';
import { linesOf } from '../store/segment.ts';
import type { Deed, TrackerEvent } from './event.ts';
import { type Folded, foldRecord, foldSteps } from './fold.ts';
import { parseEvent } from './parse-event.ts';
import { serialiseEvent } from './serialise-event.ts';

const at = (time: number): string => new Date(time).toISOString();

/** Events by Ann at 1, 2, 3… */
function history(...deeds: readonly Deed[]): TrackerEvent[] {
  return deeds.map((deed, index) => eventOf(deed, 'Ann', { time: index + 1, count: 0 }));
}

function folded(...deeds: readonly Deed[]): Folded {
  const result = foldRecord(history(...deeds));
  if (result === undefined) throw new Error('there is no record');
  return result;
}

const create = { op: 'create', number: 4, set: { title: 'a ticket' } } as const;

function segmentOf(events: readonly TrackerEvent[]): Buffer {
  return Buffer.from(events.map(event => `${serialiseEvent(event)}\n`).join(''));
}

function eventsIn(segment: Buffer): TrackerEvent[] {
  return linesOf(segment).map(line => {
    const parsed = parseEvent(line);
    if (parsed.kind !== 'event') throw new Error(parsed.reason);
    return parsed.event;
  });
}

test('the same events make the same record, in whatever parts and order they came', () => {
  const parted = histories.chain(events =>
    fc.tuple(fc.constant(events), fc.array(fc.shuffledSubarray([...events]), { maxLength: 4 })),
  );
  fc.assert(
    fc.property(parted, ([events, parts]) => {
      const whole = [...parts, events].reduce<Buffer>(
        (merged, part) => mergeSegments(segmentOf(part), merged),
        Buffer.alloc(0),
      );
      expect(foldRecord(eventsIn(whole))).toEqual(foldRecord(events));
    }),
  );
});

test('every history that has a create makes a record, and each step of it', () => {
  fc.assert(
    fc.property(histories, events => {
      const steps = [...foldSteps(events)];
      expect(steps).toHaveLength(events.length);
      for (const step of steps) expect(step.folded).toBeDefined();
      expect(steps.at(-1)?.folded).toEqual(foldRecord(events));
    }),
  );
});

test('folding changes no event', () => {
  fc.assert(
    fc.property(histories, events => {
      const before = JSON.stringify(events);
      foldRecord(events);
      expect(JSON.stringify(events)).toBe(before);
    }),
  );
});

test('edits of different fields are both kept; of one field, the later counts', () => {
  const { record } = folded(
    create,
    { op: 'edit', set: { title: 'ours', priority: 'high' } },
    { op: 'edit', set: { assignee: 'Ben', priority: 'low' } },
  );
  expect(record).toMatchObject({ title: 'ours', assignee: 'Ben', priority: 'low', body: '' });
});

test('sets grow and shrink by member', () => {
  const { record } = folded(
    { ...create, set: { title: 't', labels: ['a', 'b'] } },
    { op: 'edit', add: { labels: ['c', 'a'] } },
    { op: 'edit', remove: { labels: ['b', 'none'] }, add: { labels: ['d'] } },
  );
  expect(record).toMatchObject({ labels: ['a', 'c', 'd'] });
});

test('more members than anybody may give are kept, when two clones have each added theirs', () => {
  const labels = (from: number): string[] => Array.from({ length: 80 }, (_, n) => `${from + n}`);
  const { record } = folded(
    create,
    { op: 'edit', add: { labels: labels(0) } },
    { op: 'edit', add: { labels: labels(80) } },
  );
  expect(record).toMatchObject({ labels: labels(0).concat(labels(80)) });
});

test('unknown fields and those of prototypes change nothing', () => {
  const line = serialiseEvent(eventOf({ op: 'edit' }, 'Ann', { time: 9, count: 0 })).replace(
    '"op":"edit"',
    '"op":"edit","set":{"__proto__":{"title":"x"},"constructor":"x","colour":"x"},"add":{"__proto__":["x"],"title":["x"]}',
  );
  const parsed = parseEvent(line);
  if (parsed.kind !== 'event') throw new Error(parsed.reason);
  const before = folded(create).record;
  const after = foldRecord([...history(create), parsed.event])?.record;
  expect(after).toEqual({ ...before, updatedAt: at(9), updatedBy: 'Ann' });
  expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
});

test('a record without a create is none; events before it still count', () => {
  expect(foldRecord([])).toBeUndefined();
  expect(
    foldRecord(history({ op: 'edit', set: { title: 'x' } }, { op: 'restore' })),
  ).toBeUndefined();
  expect(folded({ op: 'edit', set: { title: 'early' } }, create).record.title).toBe('early');
});

test('a second create, of the same key in another clone, gives a number and nothing else', () => {
  const second = { op: 'create', number: 7, set: { title: 'other', body: 'x' } } as const;
  const { record, numbers } = folded(create, second);
  expect(record).toEqual(folded(create).record);
  expect(numbers).toEqual([7, 4]);
});

test('a record has the number it was given last, and is known by all it had', () => {
  const { record, numbers } = folded(create, { op: 'renumber', number: 9 });
  expect({ number: record.number, numbers }).toEqual({ number: 9, numbers: [4, 9] });
  expect(record.updatedAt).toBe(at(1));
});

test('deleting tells who did it first, restoring undoes it, and later edits stay', () => {
  const deleted = folded(
    create,
    { op: 'delete' },
    { op: 'edit', set: { body: 'b' } },
    { op: 'delete' },
  );
  expect(deleted.record).toMatchObject({ deletedAt: at(2), deletedBy: 'Ann', body: 'b' });
  const restored = folded(create, { op: 'delete' }, { op: 'restore' });
  expect(restored.record).toMatchObject({ deletedAt: null, deletedBy: null, updatedAt: at(3) });
});

test('a status tells when it changed, and when it became closed', () => {
  const { record, closedAt } = folded(
    create,
    { op: 'edit', set: { status: 'done' } },
    { op: 'edit', set: { status: 'done', title: 'x' } },
  );
  expect({ changed: record.statusChangedAt, closedAt }).toEqual({
    changed: at(2),
    closedAt: at(2),
  });
  expect(folded(create, { op: 'edit', set: { status: 'todo' } }).closedAt).toBeNull();
});

test('comments are added, edited and taken away, each by its id', () => {
  const [a, b] = ['01KAK3S200000000000000000A', '01KAK3S200000000000000000B'];
  const { record } = folded(
    create,
    { op: 'comment', comment: a, body: 'one' },
    { op: 'comment', comment: b, body: 'two' },
    { op: 'comment', comment: a, body: 'again' },
    { op: 'edit-comment', comment: a, body: 'edited' },
    { op: 'delete-comment', comment: b },
    { op: 'comment', comment: b, body: 'back' },
    { op: 'edit-comment', comment: b, body: 'back' },
  );
  expect(record).toMatchObject({
    comments: [{ id: a, body: 'edited', createdAt: at(2), createdBy: 'Ann' }],
  });
});

test('events of another type under the same id are passed over', () => {
  const [first, second] = history(create, { op: 'edit', set: { title: 'x' } });
  if (first === undefined || second === undefined) throw new Error('there are two');
  expect(foldRecord([first, { ...second, type: 'epic' }])).toEqual(foldRecord([first]));
});
