import { TrackerError } from '../errors.ts';
import { isId } from '../record/record-id.ts';
import type { ColumnValue } from './list-query.ts';

/** The last record of a page: where the next one goes on, whatever has come or gone before it. */
export interface Cursor {
  readonly sort: string;
  readonly descending: boolean;
  /** What the record is sorted by. */
  readonly key: ColumnValue;
  readonly id: string;
}

export function encodeCursor({ sort, descending, key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, descending, key, id])).toString('base64url');
}

/** Throws USAGE unless it is a cursor of a list with this sort. */
export function decodeCursor(text: string, sort: string, descending: boolean): Cursor {
  const cursor = parse(text);
  if (cursor === undefined) throw unusable('it is none that a list has answered');
  if (cursor.sort !== sort || cursor.descending !== descending) {
    const direction = cursor.descending ? ', descending' : '';
    throw unusable(`it is of a list sorted by ${JSON.stringify(cursor.sort)}${direction}`);
  }
  return cursor;
}

function parse(text: string): Cursor | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const [sort, descending, key, id]: unknown[] = value;
  if (typeof sort !== 'string' || typeof descending !== 'boolean') return undefined;
  if (!isKey(key) || !isId(id)) return undefined;
  return { sort, descending, key, id };
}

function isKey(value: unknown): value is ColumnValue {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function unusable(reason: string): TrackerError {
  return new TrackerError('USAGE', `the cursor cannot be used: ${reason}`, {
    remedy: 'begin again without a cursor, and give the same filters and sort with each page',
  });
}
