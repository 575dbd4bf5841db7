import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isId } from '../record/record-id.ts';
import { type ClockReading, eventIdAt, isEventId, latestTime, readClock, tick } from './clock.ts';

const readings: fc.Arbitrary<ClockReading> = fc.record({
  time: fc.oneof(fc.integer({ min: 0, max: latestTime }), fc.integer({ min: 0, max: 3 })),
  count: fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constant(0xffff)),
});

const nows = fc.oneof(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 0, max: 3 }));

const chance = (byte: number) => (count: number) => new Uint8Array(count).fill(byte);

test('an id holds its reading', () => {
  fc.assert(
    fc.property(readings, fc.nat(255), (reading, byte) => {
      const id = eventIdAt(reading, chance(byte));
      expect(isId(id)).toBe(true);
      expect(readClock(id)).toEqual(reading);
    }),
  );
});

test('what is written after an event has an id after it, whatever chance and wall clocks say', () => {
  fc.assert(
    fc.property(readings, nows, (seen, now) => {
      const before = eventIdAt(seen, chance(255));
      const after = eventIdAt(tick(readClock(before), now), chance(0));
      expect(after > before).toBe(true);
    }),
  );
});

test('a clock is never behind the wall clock, and ahead only by what it has seen', () => {
  fc.assert(
    fc.property(readings, nows, (seen, now) => {
      const { time } = tick(seen, now);
      expect(time).toBeGreaterThanOrEqual(now);
      expect(time).toBeLessThanOrEqual(Math.max(now, seen.time + 1));
    }),
  );
});

test('a counter that is full goes on in the next millisecond', () => {
  expect(tick({ time: 5, count: 0xffff }, 5)).toEqual({ time: 6, count: 0 });
  expect(tick({ time: 5, count: 0xfffe }, 5)).toEqual({ time: 5, count: 0xffff });
});

test('a wall clock that was set back does not set the clock back', () => {
  expect(tick({ time: 5_000, count: 7 }, 10)).toEqual({ time: 5_000, count: 8 });
});

test('an id of a time that no clock could go on from is no event id', () => {
  expect(isEventId(eventIdAt({ time: latestTime, count: 0xffff }, chance(255)))).toBe(true);
  expect(isEventId(eventIdAt({ time: latestTime + 1, count: 0 }, chance(0)))).toBe(false);
  expect(isEventId('7ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toBe(false);
});

test.each([
  '',
  '01ARZ3NDEKTSV4RRFFQ69G5FA',
  '01arz3ndektsv4rrffq69g5fav',
  '81ARZ3NDEKTSV4RRFFQ69G5FAV',
  '01ARZ3NDEKTSV4RRFFQ69G5FAI',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV\n',
  null,
  1,
])('%j is no event id', value => {
  expect(isEventId(value)).toBe(false);
});
