import { coerceInstant } from './coerce-instant.ts';
import type { Given } from './given.ts';

/** The day or moment that a flag gives, as ISO 8601 in UTC; undefined where it is not given, or is none: a fault. */
export function readMoment(given: Given, flag: string): string | undefined {
  const text = given.one(flag);
  if (text === undefined) return undefined;
  const moment = coerceInstant(text);
  if (moment === undefined) {
    given.fault(`--${flag} must be a time in ISO 8601, such as 2026-11-21 or 2026-11-21T09:00:00Z`);
  }
  return moment;
}
