import { TrackerError } from '../errors.ts';
import type { FieldValues, SetMembers } from '../event/event.ts';
import type { TrackerRecord } from '../record/record.ts';
import { checkReferences } from './check-references.ts';
import { checkMembers, checkValues, isSame } from './check-values.ts';
import type { Transaction } from './transaction.ts';

/** New values for fields, by name, and members to put into sets and take out of them. References are ids. */
export interface Changes {
  readonly set?: FieldValues;
  readonly add?: SetMembers;
  readonly remove?: SetMembers;
}

/** Changes what differs, as one event; nothing is written if nothing does. */
export function updateRecord(
  transaction: Transaction,
  record: TrackerRecord,
  changes: Changes,
): TrackerRecord {
  refuseDeleted(record);
  const current: Readonly<Record<string, unknown>> = { ...record };
  const set = changed(changes.set ?? {}, (name, value) => !isSame(value, valueIn(current, name)));
  const add = members(changes.add, (name, member) => !membersIn(current, name).includes(member));
  const remove = members(changes.remove, (name, member) =>
    membersIn(current, name).includes(member),
  );
  checkValues(record.type, set);
  checkMembers(record.type, add);
  checkMembers(record.type, remove);
  checkReferences(transaction.cache, record.type, record.id, { ...set, ...add });
  const edit = {
    ...(Object.keys(set).length > 0 && { set }),
    ...(Object.keys(add).length > 0 && { add }),
    ...(Object.keys(remove).length > 0 && { remove }),
  };
  if (Object.keys(edit).length === 0) return record;
  return transaction.add(record.type, record.id, { op: 'edit', ...edit });
}

export function refuseDeleted(record: TrackerRecord): void {
  if (record.deletedAt === null) return;
  throw new TrackerError(
    'DELETED',
    `${record.type} ${record.number} was deleted by ${record.deletedBy}`,
    {
      remedy: `\`tracker ${record.type} restore --id=${record.number}\` brings it back`,
    },
  );
}

function changed(
  values: FieldValues,
  differs: (name: string, value: FieldValues[string]) => boolean,
): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && differs(name, value)),
  );
}

function members(
  sets: SetMembers | undefined,
  counts: (name: string, member: string) => boolean,
): SetMembers {
  return Object.fromEntries(
    Object.entries(sets ?? {})
      .map(([name, list]) => [name, list.filter(member => counts(name, member))] as const)
      .filter(([, list]) => list.length > 0),
  );
}

function valueIn(
  record: Readonly<Record<string, unknown>>,
  name: string,
): FieldValues[string] | undefined {
  const value = record[name];
  return typeof value === 'string' || typeof value === 'number' || value === null || isList(value)
    ? value
    : undefined;
}

function membersIn(record: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = record[name];
  return isList(value) ? value : [];
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}
