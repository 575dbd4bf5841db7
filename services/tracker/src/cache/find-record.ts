import { TrackerError } from '../errors.ts';
import { mostNumber } from '../event/parse-event.ts';
import type { TrackerRecord } from '../record/record.ts';
import { isId } from '../record/record-id.ts';
import type { RecordType } from '../record/record-type.ts';
import { type Cache, numberOf, textOf } from './cache.ts';
import { parseRecord } from './parse-record.ts';

/**
 * The record that users mean by an id or a short number. A number that two records have had is refused, as whoever
 * wrote it down may mean either.
 */
export function findRecord(cache: Cache, type: RecordType, given: string): TrackerRecord {
  const id = isId(given.toUpperCase()) ? given.toUpperCase() : idOfNumber(cache, type, given);
  const record = recordById(cache, id);
  if (record?.type === type) return record;
  throw notFound(type, given);
}

export function recordById(cache: Cache, id: string): TrackerRecord | undefined {
  const row = cache.one('SELECT doc FROM records WHERE id = ?', id);
  return row && parseRecord(textOf(row.doc));
}

function idOfNumber(cache: Cache, type: RecordType, given: string): string {
  const digits = /^#?(\d{1,15})$/.exec(given)?.[1];
  if (digits === undefined) {
    throw new TrackerError('INVALID', `${JSON.stringify(given)} is neither an id nor a number`, {
      remedy: `\`tracker ${type} read\` lists both`,
    });
  }
  const number = Number(digits);
  const rows = cache.all('SELECT record FROM numbers WHERE type = ? AND number = ?', type, number);
  const ids = rows.map(row => textOf(row.record));
  if (ids.length > 1) throw ambiguous(cache, type, number, ids);
  const [id] = ids;
  if (id === undefined) throw notFound(type, given);
  return id;
}

function ambiguous(
  cache: Cache,
  type: RecordType,
  number: number,
  ids: readonly string[],
): TrackerError {
  const problems = ids.map(id => {
    const record = recordById(cache, id);
    return `${id} is now ${type} ${record?.number}: ${record?.title}`;
  });
  return new TrackerError(
    'AMBIGUOUS_NUMBER',
    `${ids.length} records have had the number ${number}`,
    {
      remedy: 'give the id of the one you mean',
      problems,
    },
  );
}

function notFound(type: RecordType, given: string): TrackerError {
  return new TrackerError('NOT_FOUND', `there is no ${type} ${given}`, {
    remedy: `\`tracker ${type} read\` lists what there is, with --deleted also what was deleted`,
  });
}

/**
 * The number for the next record of a type: never one that any record has had. Once somebody has given the greatest
 * there is, the least that is free.
 */
export function nextNumber(cache: Cache, type: RecordType): number {
  const most = cache.one('SELECT max(number) AS n FROM numbers WHERE type = ?', type);
  const next = numberOf(most?.n) + 1;
  if (next <= mostNumber) return next;
  const gap = `SELECT min(n) AS n FROM (SELECT 1 AS n UNION SELECT number + 1 FROM numbers WHERE type = ?1)
    WHERE n NOT IN (SELECT number FROM numbers WHERE type = ?1)`;
  return numberOf(cache.one(gap, type)?.n);
}
