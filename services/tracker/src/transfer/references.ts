import { type FieldTable, targetOf } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import type { RecordType } from '../record/record-type.ts';

export interface Reference {
  readonly field: string;
  /** The type of record that it must be. */
  readonly to: RecordType;
  readonly id: string;
}

/** The records that values of fields refer to. */
export function referencesOf(
  type: RecordType,
  values: Readonly<Record<string, unknown>>,
): readonly Reference[] {
  return Object.entries<FieldTable[string]>(fieldsOf[type]).flatMap(([field, { shape }]) => {
    const to = targetOf(shape);
    if (to === undefined) return [];
    return [values[field]]
      .flat()
      .filter(id => typeof id === 'string')
      .map(id => ({ field, to, id }));
  });
}
