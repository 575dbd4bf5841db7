import { TrackerError } from '../errors.ts';
import { type FieldTable, type FieldValue, targetOf } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import type { TrackerRecord } from '../record/record.ts';
import type { RecordType } from '../record/record-type.ts';

/** Finds a record by what users call it; `Transaction.find` does. */
export type Find = (type: RecordType, given: string) => TrackerRecord;

/** The values with ids in place of the numbers that references were given by. Throws with all that mean no record. */
export function resolveReferences(
  find: Find,
  type: RecordType,
  values: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  const table: FieldTable = fieldsOf[type];
  const errors: TrackerError[] = [];
  const idOf = (to: RecordType, given: string): string => {
    try {
      return find(to, given).id;
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      errors.push(error);
      return '';
    }
  };
  const resolved = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const shape = table[name]?.shape;
      const to = shape && targetOf(shape);
      return [name, to === undefined ? value : resolve(value, given => idOf(to, given))];
    }),
  );
  refuse(errors);
  return resolved;
}

function resolve(value: FieldValue, idOf: (given: string) => string): FieldValue {
  if (typeof value === 'string') return idOf(value);
  // Two numbers of one record, or its number and its id, are one member.
  return typeof value === 'object' && value !== null ? [...new Set(value.map(idOf))] : value;
}

function refuse(errors: readonly TrackerError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  if (errors.length === 1) throw first;
  throw new TrackerError(first.code, `${errors.length} references mean no record`, {
    ...(first.remedy !== undefined && { remedy: first.remedy }),
    problems: errors.flatMap(({ message, problems }) => [message, ...problems]),
  });
}
