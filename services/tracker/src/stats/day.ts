/** Milliseconds of a day. */
export const dayLength = 86_400_000;

/** A day of UTC, counted from 1970-01-01. */
export type Day = number;

export function dayOf(time: number): Day {
  return Math.floor(time / dayLength);
}

/** The first moment of a day, in milliseconds since 1970. */
export function startOf(day: Day): number {
  return day * dayLength;
}

/** `2026-11-21`. */
export function dayText(day: Day): string {
  return new Date(startOf(day)).toISOString().slice(0, 10);
}

/** The Monday of a day's week. The first of January 1970 was a Thursday. */
export function mondayOf(day: Day): Day {
  return day - ((((day + 3) % 7) + 7) % 7);
}
