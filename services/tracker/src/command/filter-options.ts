import type { Command } from 'commander';
import type { Cache } from '../cache/cache.ts';
import { findRecord } from '../cache/find-record.ts';
import type { ColumnValue, Filters } from '../cache/list-query.ts';
import type { FieldShape } from '../record/field.ts';
import type { RecordType } from '../record/record-type.ts';
import { coerceValue } from './coerce-value.ts';
import { fieldFlags, placeholderOf } from './field-flag.ts';
import { type Given, valueOption } from './given.ts';
import { readMoment } from './read-moment.ts';
import { stampFlags } from './stamp-flag.ts';

/** Filters whose references are still ids or numbers, as they were given. */
export type GivenFilters = (cache: Cache) => Filters;

/** Adds a flag, or a pair of them, for everything that records of the type can be filtered by. */
export function addFilterOptions(command: Command, type: RecordType): void {
  command.optionsGroup(
    'Filters (all must hold; of a flag that is repeated, one value; of sets, all):',
  );
  command.addOption(
    valueOption('search', 'words', 'all of them in title, body, labels or comments'),
  );
  for (const { flag, field } of fieldFlags(type)) {
    if (field.shape.kind === 'instant') addRange(command, stemOf(flag), field.about);
    else if (field.shape.kind === 'number') {
      command.addOption(
        valueOption(flag, 'number', `${field.about}; also --${flag}-from and --${flag}-up-to`),
      );
      command.addOption(valueOption(`${flag}-from`, 'number', 'that or more').hideHelp());
      command.addOption(valueOption(`${flag}-up-to`, 'number', 'that or less').hideHelp());
    } else if (field.shape.kind !== 'text') {
      const choices = field.shape.kind === 'choice' ? field.shape.of : undefined;
      command.addOption(valueOption(flag, placeholderOf(field.shape), field.about, choices));
    }
  }
  if (type === 'ticket')
    command.addOption(valueOption('epic', 'epic', 'the epic that its story belongs to'));
  for (const { flag, kind, about } of stampFlags) {
    if (kind === 'moment') addRange(command, flag, about);
    else command.addOption(valueOption(flag, 'name', about));
  }
}

function addRange(command: Command, flag: string, about: string): void {
  command.addOption(valueOption(`${flag}-after`, 'date', `${about}: then or later`));
  command.addOption(valueOption(`${flag}-before`, 'date', `${about}: earlier`));
}

/** `start-work-at` is asked for as `--start-work-after` and `--start-work-before`. */
function stemOf(flag: string): string {
  return flag.replace(/-at$/, '');
}

/** Reads and checks the filters. Faults are noted in `given`, for its `refuse` to tell. */
export function readFilters(given: Given, type: RecordType): GivenFilters {
  const is: Record<string, readonly ColumnValue[]> = {};
  const has: Record<string, readonly string[]> = {};
  const from: Record<string, string | number> = {};
  const before: Record<string, string | number> = {};
  const upTo: Record<string, string | number> = {};
  const references: Reference[] = [];
  const range = (flag: string, name: string): void => {
    take(from, name, readMoment(given, `${flag}-after`));
    take(before, name, readMoment(given, `${flag}-before`));
  };
  for (const { name, flag, field } of fieldFlags(type)) {
    const { shape } = field;
    if (shape.kind === 'instant') range(stemOf(flag), name);
    if (shape.kind === 'number') {
      take(from, name, readNumber(given, `${flag}-from`, shape));
      take(upTo, name, readNumber(given, `${flag}-up-to`, shape));
    }
    if (shape.kind === 'instant' || shape.kind === 'text' || !given.has(flag)) continue;
    const to = shape.kind === 'set' ? shape.of : shape;
    if (to.kind === 'reference' && name !== 'epicId') {
      references.push({
        name,
        to: to.to,
        given: given.all(flag),
        into: shape.kind === 'set' ? 'has' : 'is',
      });
    } else if (shape.kind === 'set') has[name] = given.all(flag);
    else if (shape.kind !== 'reference') is[name] = readValues(given, flag, shape);
  }
  for (const { flag, kind, column } of stampFlags) {
    if (kind === 'moment') range(flag, column);
    else if (given.has(flag)) is[column] = given.all(flag);
  }
  const search = given.one('search');
  return cache => ({
    from,
    before,
    upTo,
    ...resolved(cache, references, { is, has }),
    ...(given.has('epic') && {
      epic: given.all('epic').map(called => findRecord(cache, 'epic', called).id),
    }),
    ...(search !== undefined && { search }),
    ...deletion(given),
  });
}

/** Who asks when records were deleted asks for deleted ones. */
function deletion(given: Given): Pick<Filters, 'deleted'> {
  if (given.has('deleted-after') || given.has('deleted-before')) return { deleted: 'only' };
  return given.is('deleted') ? { deleted: 'with' } : {};
}

interface Reference {
  readonly name: string;
  readonly to: RecordType;
  readonly given: readonly string[];
  readonly into: 'is' | 'has';
}

/** An empty reference asks for what refers to nothing. */
function resolved(
  cache: Cache,
  references: readonly Reference[],
  filters: Pick<Filters, 'is' | 'has'>,
): Pick<Filters, 'is' | 'has'> {
  const is: Record<string, readonly ColumnValue[]> = { ...filters.is };
  const has: Record<string, readonly string[]> = { ...filters.has };
  for (const { name, to, given, into } of references) {
    const idOf = (called: string): string => findRecord(cache, to, called).id;
    if (into === 'has') has[name] = given.map(idOf);
    else is[name] = given.map(called => (called === '' ? null : idOf(called)));
  }
  return { is, has };
}

function take(
  into: Record<string, string | number>,
  name: string,
  value: string | number | undefined,
): void {
  if (value !== undefined) into[name] = value;
}

function readNumber(given: Given, flag: string, shape: FieldShape): number | undefined {
  const text = given.one(flag);
  if (text === undefined) return undefined;
  const coerced = coerceValue(shape, [text]);
  if ('value' in coerced && typeof coerced.value === 'number') return coerced.value;
  given.fault(`--${flag} ${'fault' in coerced ? coerced.fault : 'must be a number'}`);
  return undefined;
}

function readValues(given: Given, flag: string, shape: FieldShape): readonly ColumnValue[] {
  return given.all(flag).flatMap(text => {
    const coerced = coerceValue(shape, [text]);
    if ('fault' in coerced) given.fault(`--${flag} ${coerced.fault}`);
    else if (!Array.isArray(coerced.value) && typeof coerced.value !== 'object')
      return [coerced.value];
    else if (coerced.value === null) return [null];
    return [];
  });
}
