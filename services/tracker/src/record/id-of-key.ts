import { encodeBits, encodeNumber } from './base32.ts';
import type { RecordType } from './record-type.ts';

/** The same id for the same key in every clone, so that a record made twice under it is one record. */
export function idOfKey(type: RecordType, key: string): string {
  // Few records have a key: the others need not wait for this to load.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash('sha256').update(`${type}\n${key}`).digest();
  return encodeNumber((hash[0] ?? 0) & 7, 1) + encodeBits(hash.subarray(1), 25);
}
