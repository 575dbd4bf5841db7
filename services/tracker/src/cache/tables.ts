import type { FieldTable } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';

/**
 * Raised whenever other records come of the same events (`event/fold.ts`, `event/parse-event.ts`, `apply-events.ts`):
 * a cache of another version is built anew, and one with other tables in any case. `tables.test.ts` tells when.
 */
export const contentVersion = 3;

/** The fields that have a column of their own, to filter and sort by: all that hold one short value. */
export const fieldColumns: readonly string[] = [
  ...new Set(
    Object.values(fieldsOf).flatMap((table: FieldTable) =>
      Object.entries(table)
        .filter(([, { shape }]) => shape.kind !== 'text' && shape.kind !== 'set')
        .map(([name]) => name),
    ),
  ),
];

/** The fields that hold sets: their members are rows of `members`. */
export const setFields: readonly string[] = Object.entries<FieldTable[string]>(fieldsOf.ticket)
  .filter(([, { shape }]) => shape.kind === 'set')
  .map(([name]) => name);

/** Moments and actors that every record has, as columns. */
export const stampColumns = [
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'statusChangedAt',
  'statusChangedBy',
  'deletedAt',
] as const;

const columns = [...stampColumns, ...fieldColumns].map(name => `"${name}"`).join(', ');

/**
 * `doc` is the record as JSON, `search` its words in lower case, `numbers` every number a record ever had, `segments`
 * the files of the branch as last read, `problems` the lines and files that could not be. `records_to_list` holds all
 * that lists filter and sort by, so that they read none of the long columns but of the records they answer.
 */
export const tables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE segments (path TEXT PRIMARY KEY, size INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, record TEXT NOT NULL, path TEXT NOT NULL, line TEXT NOT NULL
);
CREATE INDEX events_by_record ON events (record, id);
CREATE INDEX events_by_id ON events (id);
CREATE INDEX events_by_path ON events (path);
CREATE TABLE problems (path TEXT NOT NULL, line INTEGER, kind TEXT NOT NULL, reason TEXT NOT NULL);
CREATE TABLE records (
  id TEXT PRIMARY KEY, type TEXT NOT NULL, number INTEGER NOT NULL, ${columns},
  closedAt TEXT, forgeBase TEXT, search TEXT NOT NULL, doc TEXT NOT NULL
);
CREATE INDEX records_by_number ON records (type, number, id);
CREATE INDEX records_to_list ON records (type, deletedAt, number, id, ${columns}, closedAt);
CREATE TABLE members (record TEXT NOT NULL, field TEXT NOT NULL, member TEXT NOT NULL);
CREATE INDEX members_by_record ON members (record, field);
CREATE INDEX members_by_member ON members (field, member);
CREATE TABLE numbers (type TEXT NOT NULL, number INTEGER NOT NULL, record TEXT NOT NULL);
CREATE UNIQUE INDEX numbers_by_number ON numbers (type, number, record);
CREATE INDEX numbers_by_record ON numbers (record);
`;
