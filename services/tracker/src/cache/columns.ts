import { TrackerError } from '../errors.ts';
import type { FieldShape, FieldTable } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import type { RecordType } from '../record/record-type.ts';
import { fieldColumns, stampColumns } from './tables.ts';

/** The columns by which records of a type are filtered and sorted. */
export function columnsOf(type: RecordType): readonly string[] {
  const table: FieldTable = fieldsOf[type];
  const fields = fieldColumns.filter(name => Object.hasOwn(table, name));
  return ['id', 'number', ...stampColumns, ...fields];
}

/** The sets of a type, whose members are filtered by. */
function setsOf(type: RecordType): readonly string[] {
  const table: FieldTable = fieldsOf[type];
  return Object.keys(table).filter(name => table[name]?.shape.kind === 'set');
}

/** A name as SQL. Throws USAGE unless it is a column of the type. */
export function column(type: RecordType, name: string): string {
  if (columnsOf(type).includes(name)) return `"${name}"`;
  throw unknownName(type, name, columnsOf(type));
}

/** Throws USAGE unless the type has such a set. */
export function validateSet(type: RecordType, name: string): string {
  if (setsOf(type).includes(name)) return name;
  throw unknownName(type, name, setsOf(type));
}

/** What a column is sorted by, as SQL: text without regard to case, a choice in the order of its table. */
export function sortKey(type: RecordType, name: string): string {
  const sql = column(type, name);
  const shape = shapeOf(type, name);
  if (shape?.kind === 'line') return `${sql} COLLATE NOCASE`;
  if (shape?.kind !== 'choice') return sql;
  const cases = shape.of.map((value, index) => `WHEN '${value}' THEN ${index}`);
  return `CASE ${sql} ${cases.join(' ')} END`;
}

/** Whether some records of the type may hold nothing there. */
export function isNullable(type: RecordType, name: string): boolean {
  const shape = shapeOf(type, name);
  if (shape === undefined) return name === 'deletedAt';
  switch (shape.kind) {
    case 'line':
      return !shape.required;
    case 'choice':
    case 'reference':
      return shape.nullable;
    default:
      return true;
  }
}

function shapeOf(type: RecordType, name: string): FieldShape | undefined {
  const table: FieldTable = fieldsOf[type];
  return Object.hasOwn(table, name) ? table[name]?.shape : undefined;
}

function unknownName(type: RecordType, name: string, known: readonly string[]): TrackerError {
  return new TrackerError('USAGE', `a ${type} has no ${JSON.stringify(name)} to list by`, {
    remedy: `there are ${known.join(', ')}`,
  });
}
