import { createHash } from 'node:crypto';
import { encodeBits, encodeNumber } from './base32.ts';
import type { RecordType } from './record-type.ts';

/** The form of a ULID: 128 bits, so the first character is at most 7. */
const form = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export function isId(value: unknown): value is string {
  return typeof value === 'string' && form.test(value);
}

/** A ULID: 48 bits of `now` in milliseconds, 80 of chance. */
export function newId(now: number, random: (bytes: number) => Uint8Array): string {
  return encodeNumber(now, 10) + encodeBits(random(10), 16);
}

/** The same id for the same key in every clone, so that a record made twice under it is one record. */
export function idOfKey(type: RecordType, key: string): string {
  const hash = createHash('sha256').update(`${type}\n${key}`).digest();
  return encodeNumber((hash[0] ?? 0) & 7, 1) + encodeBits(hash.subarray(1), 25);
}
