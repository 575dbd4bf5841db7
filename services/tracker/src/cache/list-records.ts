import { TrackerError } from '../errors.ts';
import { type Cache, numberOf, textOf } from './cache.ts';
import { isNullable, sortKey } from './columns.ts';
import { allOf, type Condition, conditionsOf } from './conditions.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';
import type { ColumnValue, ListPage, ListQuery } from './list-query.ts';

/** The records that a query asks for, a page of them at a time. Throws USAGE for what the type cannot be listed by. */
export function listRecords(cache: Cache, query: ListQuery): ListPage {
  return cache.steadily(() => readPage(cache, query));
}

function readPage(cache: Cache, query: ListQuery): ListPage {
  const { type, sort = 'number', descending = false, limit, cursor } = query;
  const order = { key: sortKey(type, sort), nullable: isNullable(type, sort), descending };
  const conditions = conditionsOf(type, query);
  const place = cursor === undefined ? [] : [after(order, decodeCursor(cursor, sort, descending))];
  const where = allOf([...conditions, ...place]);
  const totalOf = (shown: number): number =>
    cursor === undefined ? shown : count(cache, allOf(conditions));
  if (limit === undefined) {
    const items = readAll(cache, order, where);
    return { items, nextCursor: undefined, total: totalOf(items.length) };
  }
  const rows = readKeys(cache, order, where, validateLimit(limit) + 1);
  const items = rows.slice(0, limit).map(({ id }) => docOf(cache, id));
  const last = rows.at(limit - 1);
  if (rows.length <= limit || last === undefined) {
    return { items, nextCursor: undefined, total: totalOf(items.length) };
  }
  const nextCursor = encodeCursor({ sort, descending, key: last.key, id: last.id });
  return { items, nextCursor, total: count(cache, allOf(conditions)) };
}

interface Order {
  readonly key: string;
  readonly nullable: boolean;
  readonly descending: boolean;
}

function inOrder({ key, nullable, descending }: Order): string {
  const direction = descending ? 'DESC' : 'ASC';
  return `ORDER BY ${nullable ? `${key} IS NULL, ` : ''}${key} ${direction}, id ${direction}`;
}

function readAll(cache: Cache, order: Order, where: Condition): readonly string[] {
  const sql = `SELECT doc FROM records WHERE ${where.sql} ${inOrder(order)}`;
  return cache.all(sql, ...where.values).map(({ doc }) => textOf(doc));
}

/** Without the records themselves, which are long, an index answers it. */
function readKeys(
  cache: Cache,
  order: Order,
  where: Condition,
  limit: number,
): readonly { readonly id: string; readonly key: ColumnValue }[] {
  const rows = cache.all(
    `SELECT id, ${order.key} AS sorted FROM records WHERE ${where.sql} ${inOrder(order)} LIMIT ?`,
    ...where.values,
    limit,
  );
  return rows.map(({ id, sorted }) => ({ id: textOf(id), key: keyOf(sorted) }));
}

function docOf(cache: Cache, id: string): string {
  return textOf(cache.one('SELECT doc FROM records WHERE id = ?', id)?.doc);
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

function validateLimit(limit: number): number {
  if (Number.isSafeInteger(limit) && limit >= 1) return limit;
  throw new TrackerError('USAGE', `a list cannot be limited to ${limit} records`, {
    remedy: 'give a whole number from 1',
  });
}
