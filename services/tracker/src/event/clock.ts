import { decodeNumber, encodeBits, encodeNumber } from '../record/base32.ts';
import { isId } from '../record/record-id.ts';

/**
 * The id of an event is a hybrid logical clock in the form of a ULID: 48 bits of milliseconds, 16 bits that count
 * within one, 64 bits of chance. Ids in order of text are events in causal order; chance settles the rest, and tells
 * apart what two copies of one clone write.
 */
export interface ClockReading {
  /** Milliseconds since 1970, of the wall clock or of an event already seen, whichever is later. */
  readonly time: number;
  readonly count: number;
}

const mostCount = 0xffff;

/** The year 9999: text of later times has another form. */
export const latestTime = Date.UTC(9999, 0, 1);

/**
 * How far ahead of the wall clock, in milliseconds, an event of another record may be and still be followed. Without
 * this bound one event at the end of time would leave nobody an id for anything; with it, only its own record.
 */
export const followedAhead = 86_400_000;

/** Whether the text is the id of an event that anybody may write. */
export function isEventId(value: unknown): value is string {
  return isId(value) && readClock(value).time <= latestTime;
}

export function readClock(eventId: string): ClockReading {
  return {
    time: decodeNumber(eventId.slice(0, 10)),
    count: decodeNumber(eventId.slice(10, 14)) >>> 4,
  };
}

/** The reading after everything `seen`, not before `now`. */
export function tick(seen: ClockReading, now: number): ClockReading {
  if (now > seen.time) return { time: now, count: 0 };
  if (seen.count < mostCount) return { time: seen.time, count: seen.count + 1 };
  return { time: seen.time + 1, count: 0 };
}

/** The first id of a time: all ids of earlier times are before it. */
export function firstIdAt(time: number): string {
  return eventIdAt({ time, count: 0 }, bytes => new Uint8Array(bytes));
}

export function eventIdAt(reading: ClockReading, random: (bytes: number) => Uint8Array): string {
  const rest = new Uint8Array(10);
  rest[0] = reading.count >>> 8;
  rest[1] = reading.count & 0xff;
  rest.set(random(8), 2);
  return encodeNumber(reading.time, 10) + encodeBits(rest, 16);
}
