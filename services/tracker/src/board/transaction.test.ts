import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { insertEvents, refold } from '../cache/apply-events.ts';
import { Cache } from '../cache/cache.ts';
import { tables } from '../cache/tables.ts';
import { type ClockReading, eventIdAt, latestTime, readClock } from '../event/clock.ts';
import type { Deed, TrackerEvent } from '../event/event.ts';
import { mostNumber } from '../event/parse-event.ts';
import { serialiseEvent } from '../event/serialise-event.ts';
import { createRecord } from './create-record.ts';
import { Transaction } from './transaction.ts';
import { updateRecord } from './update-record.ts';

const now = Date.UTC(2026, 0, 1);
const random = (bytes: number): Uint8Array => new Uint8Array(bytes).map(() => Math.random() * 256);

function emptyCache(): Cache {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  return new Cache(database);
}

function begin(cache: Cache): Transaction {
  return new Transaction(cache, 'Ann', { now, random });
}

/** An event as it comes from somebody else. */
function receive(cache: Cache, record: string, reading: ClockReading, deed: Deed): void {
  const id = eventIdAt(reading, random);
  const at = new Date(now).toISOString();
  const event: TrackerEvent = { id, at, by: 'Mallory', type: 'epic', record, ...deed };
  insertEvents(cache, 'segments/x', [{ event, line: serialiseEvent(event) }]);
  refold(cache, [record]);
}

const theEnd = { time: latestTime, count: 0xffff };

test('events of one transaction are in the order they were added', () => {
  const transaction = begin(emptyCache());
  const epic = createRecord(transaction, { type: 'epic', values: { title: '0' } });
  for (let n = 1; n < 50; n += 1) {
    createRecord(transaction, { type: 'epic', values: { title: 'another' } });
    updateRecord(transaction, transaction.find('epic', epic.id), { set: { title: String(n) } });
  }
  const ids = transaction.events.map(event => event.id);
  expect(ids).toEqual(ids.toSorted());
  expect(transaction.find('epic', epic.id).title).toBe('49');
});

test('a deed counts over one of a clock that is years ahead', () => {
  const cache = emptyCache();
  const epic = createRecord(begin(cache), { type: 'epic', values: { title: 'first' } });
  receive(cache, epic.id, { time: now + 1e11, count: 3 }, { op: 'edit', set: { title: 'later' } });
  const transaction = begin(cache);
  const current = transaction.find('epic', epic.id);
  expect(updateRecord(transaction, current, { set: { title: 'ours' } }).title).toBe('ours');
});

test('an event at the end of time stops nobody from writing of other records', () => {
  const cache = emptyCache();
  const epic = createRecord(begin(cache), { type: 'epic', values: { title: 'hit' } });
  receive(cache, epic.id, theEnd, { op: 'edit', set: { title: 'for ever' } });
  const transaction = begin(cache);
  const other = createRecord(transaction, { type: 'epic', values: { title: 'other' } });
  updateRecord(transaction, other, { set: { title: 'changed' } });
  expect(transaction.find('epic', other.id).title).toBe('changed');
  for (const event of transaction.events) expect(readClock(event.id).time).toBe(now);
});

test('what cannot come after an event at the end of time is refused, and says why', () => {
  const cache = emptyCache();
  const epic = createRecord(begin(cache), { type: 'epic', values: { title: 'hit' } });
  receive(cache, epic.id, theEnd, { op: 'edit', set: { title: 'for ever' } });
  const transaction = begin(cache);
  const deed = (): unknown =>
    updateRecord(transaction, transaction.find('epic', epic.id), { set: { title: 'ours' } });
  expect(deed).toThrow(expect.objectContaining({ code: 'CORRUPT', remedy: expect.any(String) }));
});

test('a record with the greatest number stops nobody from creating', () => {
  const cache = emptyCache();
  const set = { title: 'greatest' };
  const first = createRecord(begin(cache), { type: 'epic', values: { title: '1' } });
  receive(
    cache,
    '0'.repeat(26),
    { time: now, count: 0 },
    { op: 'create', number: mostNumber, set },
  );
  const transaction = begin(cache);
  const numbers = [1, 2, 3].map(
    () => createRecord(transaction, { type: 'epic', values: { title: 'next' } }).number,
  );
  expect([first.number, ...numbers]).toEqual([1, 2, 3, 4]);
});
