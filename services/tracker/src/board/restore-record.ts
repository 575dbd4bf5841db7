import type { FieldTable, FieldValue } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import type { TrackerRecord } from '../record/record.ts';
import { checkReferences } from './check-references.ts';
import type { Transaction } from './transaction.ts';

/** Brings a deleted record back; one that is there stays as it is. Throws NOT_FOUND while its parent is deleted. */
export function restoreRecord(transaction: Transaction, record: TrackerRecord): TrackerRecord {
  if (record.deletedAt === null) return record;
  checkReferences(transaction.cache, record.type, record.id, parentsOf(record));
  return transaction.add(record.type, record.id, { op: 'restore' });
}

function parentsOf(record: TrackerRecord): Readonly<Record<string, FieldValue>> {
  const table: FieldTable = fieldsOf[record.type];
  const parents: Record<string, FieldValue> = {};
  for (const [name, value] of Object.entries<unknown>({ ...record })) {
    const isParent = Object.hasOwn(table, name) && table[name]?.shape.kind === 'reference';
    if (isParent && typeof value === 'string') parents[name] = value;
  }
  return parents;
}
