import { type Cache, textOf } from './cache.ts';
import { sortKey } from './columns.ts';
import { allOf, type Condition, conditionsOf, isReady } from './conditions.ts';
import type { Filters } from './list-query.ts';

export interface ReadyQuery extends Filters {
  /** From 1; all of them unless told. */
  readonly limit?: number;
  /** Only those that nobody has, and that are not in progress. */
  readonly unclaimed?: boolean;
}

/**
 * Tickets that may be worked on, as JSON text: open, and nothing open that they wait for. The most urgent first; of
 * these the one that should be done first, then the lowest number.
 */
export function readyTickets(cache: Cache, query: ReadyQuery = {}): readonly string[] {
  const where = allOf([
    ...conditionsOf('ticket', query),
    isReady,
    ...(query.unclaimed === true ? [isUnclaimed] : []),
  ]);
  const rows = cache.all(
    `SELECT doc FROM records WHERE ${where.sql}
     ORDER BY ${sortKey('ticket', 'priority')} DESC, targetFinishAt IS NULL, targetFinishAt, number, id LIMIT ?`,
    ...where.values,
    query.limit ?? -1,
  );
  return rows.map(({ doc }) => textOf(doc));
}

const isUnclaimed: Condition = { sql: "assignee IS NULL AND status <> 'in_progress'", values: [] };
