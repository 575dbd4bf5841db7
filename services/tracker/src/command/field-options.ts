import type { Command } from 'commander';
import type { Field, FieldValue } from '../record/field.ts';
import type { RecordType } from '../record/record-type.ts';
import { coerceValue } from './coerce-value.ts';
import { fieldFlags, placeholderOf } from './field-flag.ts';
import { type Given, valueOption } from './given.ts';
import { readBody } from './read-body.ts';

/** What a call gave for fields, by their names. References are as they were given: ids or numbers. */
export interface GivenFields {
  readonly set: Readonly<Record<string, FieldValue>>;
  readonly add: Readonly<Record<string, readonly string[]>>;
  readonly remove: Readonly<Record<string, readonly string[]>>;
}

/** Adds a flag for every field of the type; for `update` also those that put members into sets and take them out. */
export function addFieldOptions(
  command: Command,
  type: RecordType,
  purpose: 'create' | 'update',
): void {
  command.optionsGroup('Fields:');
  for (const { flag, field } of fieldFlags(type)) {
    const { shape } = field;
    const about = aboutOf(field, purpose);
    const choices = shape.kind === 'choice' ? shape.of : undefined;
    command.addOption(valueOption(flag, placeholderOf(shape), about, choices));
    if (shape.kind === 'text') {
      command.addOption(
        valueOption(`${flag}-file`, 'file', 'the same from a file; - is standard input'),
      );
    }
  }
  if (purpose === 'create') return;
  command.optionsGroup('Members of sets (repeat the flag for more):');
  for (const { flag, field } of fieldFlags(type)) {
    if (field.shape.kind !== 'set') continue;
    const placeholder = placeholderOf(field.shape);
    command.addOption(
      valueOption(`add-${flag}`, placeholder, `one of the ${field.about}, to put in`),
    );
    command.addOption(valueOption(`remove-${flag}`, placeholder, 'the same, to take out'));
  }
}

function aboutOf({ shape, initial, about }: Field<FieldValue>, purpose: string): string {
  if (shape.kind === 'set')
    return `${about}; repeat it for more${purpose === 'update' ? '; replaces all' : ''}`;
  if (purpose === 'update') return about;
  if (initial === undefined) return `${about} (needed)`;
  return shape.kind === 'choice' && initial !== null ? `${about}; ${initial} unless given` : about;
}

/** Reads and checks them. Faults are noted in `given`, for its `refuse` to tell. */
export async function readFields(
  given: Given,
  type: RecordType,
  stdin: NodeJS.ReadableStream,
): Promise<GivenFields> {
  const set: Record<string, FieldValue> = {};
  const add: Record<string, readonly string[]> = {};
  const remove: Record<string, readonly string[]> = {};
  for (const { name, flag, field } of fieldFlags(type)) {
    const { shape } = field;
    if (shape.kind === 'set') {
      readMembers(given, `add-${flag}`, field, name, add);
      readMembers(given, `remove-${flag}`, field, name, remove);
      if (given.has(flag) && (name in add || name in remove)) {
        given.misuse(
          `--${flag} replaces all members: leave out --add-${flag} and --remove-${flag}`,
        );
      }
    } else if (shape.kind === 'text' && (await readFile(given, flag, field, name, set, stdin))) {
      continue;
    } else given.one(flag);
    if (given.has(flag)) take(given, flag, field, given.all(flag), value => (set[name] = value));
  }
  return { set, add, remove };
}

/** Notes every field that a new record must be given and was not. */
export function requireFields(given: Given, type: RecordType): void {
  for (const { flag, field } of fieldFlags(type)) {
    if (field.initial !== undefined || given.has(flag)) continue;
    given.misuse(`--${flag} must be given: ${field.about}`);
  }
}

function take(
  given: Given,
  flag: string,
  { shape }: Field<FieldValue>,
  texts: readonly string[],
  keep: (value: FieldValue) => void,
): void {
  const coerced = coerceValue(shape, texts);
  if ('fault' in coerced) given.fault(`--${flag} ${coerced.fault}`);
  else keep(coerced.value);
}

function readMembers(
  given: Given,
  flag: string,
  field: Field<FieldValue>,
  name: string,
  into: Record<string, readonly string[]>,
): void {
  if (!given.has(flag)) return;
  take(given, flag, field, given.all(flag), value => {
    if (Array.isArray(value)) into[name] = value.map(String);
  });
}

/** Whether the text comes from a file. */
async function readFile(
  given: Given,
  flag: string,
  field: Field<FieldValue>,
  name: string,
  into: Record<string, FieldValue>,
  stdin: NodeJS.ReadableStream,
): Promise<boolean> {
  const file = given.one(`${flag}-file`);
  if (file === undefined) return false;
  if (given.has(flag)) {
    given.misuse(`--${flag} and --${flag}-file are both given`);
    return true;
  }
  const text = await readBody(file, stdin);
  take(given, `${flag}-file`, field, [text], value => {
    into[name] = value;
  });
  return true;
}
