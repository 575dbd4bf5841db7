import { recordById } from '../cache/find-record.ts';
import type { Origin } from '../event/event.ts';
import type { FieldValue } from '../record/field.ts';
import { idOfKey } from '../record/id-of-key.ts';
import type { TrackerRecord } from '../record/record.ts';
import type { RecordType } from '../record/record-type.ts';
import { checkReferences } from './check-references.ts';
import { checkNewValues } from './check-values.ts';
import type { Transaction } from './transaction.ts';

export interface NewRecord {
  readonly type: RecordType;
  /** By field name; references are ids. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Whoever creates again under one key is given the record that was made first. */
  readonly key?: string;
  readonly origin?: Origin;
}

/** Adds a record, or finds the one that was made under the same key. Throws INVALID with every fault. */
export function createRecord(transaction: Transaction, wanted: NewRecord): TrackerRecord {
  const { type, key, origin } = wanted;
  const id = key === undefined ? transaction.newId() : idOfKey(type, key);
  const made = key === undefined ? undefined : recordById(transaction.cache, id);
  if (made !== undefined) return made;
  const values = checkNewValues(type, wanted.values);
  checkReferences(transaction.cache, type, id, values);
  return transaction.add(type, id, {
    op: 'create',
    number: transaction.nextNumber(type),
    set: values,
    ...(origin && { origin }),
  });
}
