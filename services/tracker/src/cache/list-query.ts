import type { RecordType } from '../record/record-type.ts';

/** A value to compare a column with; null where the column holds nothing. */
export type ColumnValue = string | number | null;

/**
 * Which records of a type are wanted. What is given must all hold. Columns are `id`, `number`, the stamps
 * (`createdAt`, `createdBy`, …) and the type's fields of one short value; moments are ISO 8601 in UTC.
 */
export interface Filters {
  /** By column: it holds one of these values. */
  readonly is?: Readonly<Record<string, readonly ColumnValue[]>>;
  /** By column: it holds this or more; what holds nothing is left out, here and below. */
  readonly from?: Readonly<Record<string, string | number>>;
  /** By column: it holds this or less. */
  readonly upTo?: Readonly<Record<string, string | number>>;
  /** By column: it holds less. */
  readonly before?: Readonly<Record<string, string | number>>;
  /** By set (`labels`, `dependsOn`, …): all of these are members. */
  readonly has?: Readonly<Record<string, readonly string[]>>;
  /** Ids of epics: stories of one of them, or tickets of such a story. */
  readonly epic?: readonly string[];
  /** Words, in any case, which all stand somewhere in title, body, labels or comments. */
  readonly search?: string;
  /** Whether those that were deleted are wanted; `without` unless told. */
  readonly deleted?: 'without' | 'only' | 'with';
}

export interface ListQuery extends Filters {
  readonly type: RecordType;
  /** A column; `number` unless told. Choices sort in their own order; what holds nothing comes last. */
  readonly sort?: string;
  readonly descending?: boolean;
  /** From 1; all of them unless told. */
  readonly limit?: number;
  /** The `nextCursor` of the page before, of a query with the same sort. */
  readonly cursor?: string;
}

export interface ListPage {
  /** The records as JSON text. */
  readonly items: readonly string[];
  /** Where the next page begins; undefined on the last. */
  readonly nextCursor: string | undefined;
  /** How many there are on all pages. */
  readonly total: number;
}
