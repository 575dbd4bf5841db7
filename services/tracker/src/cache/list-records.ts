import { TrackerError } from '../errors.ts';
import { type Cache, numberOf, textOf } from './cache.ts';
import { isNullable, sortKey } from './columns.ts';
import { allOf, type Condition, conditionsOf } from './conditions.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';
import type { ColumnValue, ListPage, ListQuery } from './list-query.ts';

/** The records that a query asks for, a page of them at a time. Throws USAGE for what the type cannot be listed by. */
export function listRecords(cache: Cache, query: ListQuery): ListPage {
  const { type, sort = 'number', descending = false, limit, cursor } = query;
  validateLimit(limit);
  const order = { key: sortKey(type, sort), nullable: isNullable(type, sort), descending };
  const conditions = conditionsOf(type, query);
  const place = cursor === undefined ? [] : [after(order, decodeCursor(cursor, sort, descending))];
  const rows = readRows(cache, order, allOf([...conditions, ...place]), limit);
  const page = limit === undefined ? rows : rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > page.length && last !== undefined;
  return {
    items: page.map(({ doc }) => doc),
    nextCursor: more ? encodeCursor({ sort, descending, key: last.key, id: last.id }) : undefined,
    total: cursor === undefined && !more ? page.length : count(cache, allOf(conditions)),
  };
}

interface Order {
  readonly key: string;
  readonly nullable: boolean;
  readonly descending: boolean;
}

interface Row {
  readonly id: string;
  readonly key: ColumnValue;
  readonly doc: string;
}

/** One row past the limit, if there is one, tells that there are more. */
function readRows(
  cache: Cache,
  order: Order,
  where: Condition,
  limit: number | undefined,
): readonly Row[] {
  const direction = order.descending ? 'DESC' : 'ASC';
  const nulls = order.nullable ? `${order.key} IS NULL, ` : '';
  const rows = cache.all(
    `SELECT id, ${order.key} AS sorted, doc FROM records WHERE ${where.sql}
     ORDER BY ${nulls}${order.key} ${direction}, id ${direction} LIMIT ?`,
    ...where.values,
    limit === undefined ? -1 : limit + 1,
  );
  return rows.map(({ id, sorted, doc }) => ({
    id: textOf(id),
    key: keyOf(sorted),
    doc: textOf(doc),
  }));
}

/** What comes after a place in the order; those without a value come after all that have one. */
function after({ key, nullable, descending }: Order, cursor: Cursor): Condition {
  const past = descending ? '<' : '>';
  if (cursor.key === null) return { sql: `${key} IS NULL AND id ${past} ?`, values: [cursor.id] };
  const rest = nullable ? ` OR ${key} IS NULL` : '';
  return {
    sql: `${key} ${past} ? OR (${key} = ? AND id ${past} ?)${rest}`,
    values: [cursor.key, cursor.key, cursor.id],
  };
}

function count(cache: Cache, where: Condition): number {
  const row = cache.one(`SELECT count(*) AS n FROM records WHERE ${where.sql}`, ...where.values);
  return numberOf(row?.n);
}

function keyOf(value: unknown): ColumnValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function validateLimit(limit: number | undefined): void {
  if (limit === undefined || (Number.isSafeInteger(limit) && limit >= 1)) return;
  throw new TrackerError('USAGE', `a list cannot be limited to ${limit} records`, {
    remedy: 'give a whole number from 1',
  });
}
