import { TrackerError } from '../errors.ts';
import { faultOf, faultOfMember } from '../record/check-value.ts';
import type { Field, FieldTable, FieldValue } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import type { RecordType } from '../record/record-type.ts';

type Values = Readonly<Record<string, FieldValue>>;

/** The values of a new record, each as its field allows; what is as it would be anyway is left out. */
export function checkNewValues(type: RecordType, values: Values): Values {
  const table: FieldTable = fieldsOf[type];
  const missing = Object.entries(table)
    .filter(([name, field]) => field.initial === undefined && values[name] === undefined)
    .map(([name]) => `${name} must be given`);
  refuse(type, [...missing, ...faultsOf(table, values)]);
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, table[name]?.initial)),
  );
}

/** Throws INVALID with every fault of values that are to replace others. */
export function checkValues(type: RecordType, values: Values): void {
  refuse(type, faultsOf(fieldsOf[type], values));
}

/** Throws INVALID with every fault of members that are to join or leave sets. */
export function checkMembers(
  type: RecordType,
  members: Readonly<Record<string, readonly string[]>>,
): void {
  const table: FieldTable = fieldsOf[type];
  const faults = Object.entries(members).flatMap(([name, list]) => {
    const shape = Object.hasOwn(table, name) ? table[name]?.shape : undefined;
    if (shape?.kind !== 'set') return [`a ${type} has no set of ${name}`];
    const { of } = shape;
    return list.flatMap(member => {
      const fault = faultOfMember(of, member);
      return fault === undefined ? [] : [`${name} ${fault}`];
    });
  });
  refuse(type, faults);
}

export function isSame(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((member, index) => member === other[index]);
}

function faultsOf(table: FieldTable, values: Values): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field: Field<FieldValue> | undefined = Object.hasOwn(table, name)
      ? table[name]
      : undefined;
    if (field === undefined) return [`there is no field ${name}`];
    const fault = faultOf(field.shape, value);
    return fault === undefined ? [] : [`${name} ${fault}`];
  });
}

function refuse(type: RecordType, problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new TrackerError('INVALID', `the ${type} cannot be stored: ${problems.join('; ')}`, {
    remedy: `\`tracker ${type} create --help\` tells what each field may hold`,
    problems,
  });
}
