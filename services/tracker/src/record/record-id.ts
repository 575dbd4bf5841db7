import { encodeBits, encodeNumber } from './base32.ts';

/** The form of a ULID: 128 bits, so the first character is at most 7. As text, for schemas. */
export const idPattern = '^[0-7][0-9A-HJKMNP-TV-Z]{25}$';

const form = new RegExp(idPattern);

export function isId(value: unknown): value is string {
  return typeof value === 'string' && form.test(value);
}

/** A ULID: 48 bits of `now` in milliseconds, 80 of chance. A clock before 1970 counts as 1970. */
export function newId(now: number, random: (bytes: number) => Uint8Array): string {
  return encodeNumber(Math.max(0, now), 10) + encodeBits(random(10), 16);
}
