import { closedStatuses } from '../record/fields.ts';
import type { RecordType } from '../record/record-type.ts';
import { column, validateSet } from './columns.ts';
import type { ColumnValue, Filters } from './list-query.ts';

/** A piece of SQL, and the values of its question marks in order. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly ColumnValue[];
}

/** What the filters ask of a row of `records`. Throws USAGE for a column that the type does not have. */
export function conditionsOf(type: RecordType, filters: Filters): readonly Condition[] {
  return [
    { sql: 'type = ?', values: [type] },
    ...deletion(filters.deleted ?? 'without'),
    ...Object.entries(filters.is ?? {}).map(([name, values]) => oneOf(column(type, name), values)),
    ...compared(type, filters.from, '>='),
    ...compared(type, filters.upTo, '<='),
    ...compared(type, filters.before, '<'),
    ...Object.entries(filters.has ?? {}).flatMap(([name, members]) =>
      members.map(member => hasMember(validateSet(type, name), member)),
    ),
    ...(filters.epic === undefined ? [] : [inEpics(type, filters.epic)]),
    ...(filters.search ?? '').split(/\s+/u).filter(Boolean).map(saysWord),
  ];
}

const closed = closedStatuses.map(status => `'${status}'`).join(', ');

/** Tickets that may be worked on: open, and nothing open that they wait for. What was deleted holds nobody up. */
export const isReady: Condition = {
  sql: `status NOT IN (${closed}) AND deletedAt IS NULL AND NOT EXISTS (
    SELECT 1 FROM members JOIN records AS waited ON waited.id = members.member
    WHERE members.record = records.id AND members.field = 'dependsOn'
      AND waited.deletedAt IS NULL AND waited.status NOT IN (${closed}))`,
  values: [],
};

/** All of them, as what follows WHERE. */
export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

function deletion(deleted: 'without' | 'only' | 'with'): readonly Condition[] {
  if (deleted === 'with') return [];
  return [{ sql: `deletedAt IS ${deleted === 'only' ? 'NOT ' : ''}NULL`, values: [] }];
}

function oneOf(sql: string, values: readonly ColumnValue[]): Condition {
  const given = values.filter(value => value !== null);
  const among = `${sql} IN (${given.map(() => '?').join(', ')})`;
  return {
    sql: given.length < values.length ? `${sql} IS NULL OR ${among}` : among,
    values: given,
  };
}

function compared(
  type: RecordType,
  limits: Readonly<Record<string, string | number>> | undefined,
  comparison: '>=' | '<=' | '<',
): readonly Condition[] {
  return Object.entries(limits ?? {}).map(([name, value]) => ({
    sql: `${column(type, name)} ${comparison} ?`,
    values: [value],
  }));
}

function hasMember(set: string, member: string): Condition {
  return {
    sql: 'id IN (SELECT record FROM members WHERE field = ? AND member = ?)',
    values: [set, member],
  };
}

function inEpics(type: RecordType, epics: readonly string[]): Condition {
  const among = oneOf('"epicId"', epics);
  if (type !== 'ticket') return among;
  return {
    sql: `"storyId" IN (SELECT id FROM records WHERE type = 'story' AND ${among.sql})`,
    values: among.values,
  };
}

function saysWord(word: string): Condition {
  return { sql: 'instr(search, ?) > 0', values: [word.toLowerCase()] };
}
