import { TrackerError } from '../errors.ts';
import type { TrackerRecord } from '../record/record.ts';
import { isRecordType } from '../record/record-type.ts';

/** A record as the cache keeps it. Its fields were checked when it was put there. */
export function parseRecord(doc: string): TrackerRecord {
  const value: unknown = JSON.parse(doc);
  if (isRecord(value)) return value;
  throw new TrackerError('CORRUPT', 'the cache holds something that is no record', {
    remedy: 'run `tracker doctor --fix`, which builds it anew',
  });
}

function isRecord(value: unknown): value is TrackerRecord {
  return typeof value === 'object' && value !== null && 'type' in value && isRecordType(value.type);
}
