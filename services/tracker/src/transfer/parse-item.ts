import type { FieldValues, ForgeBase, Origin } from '../event/event.ts';
import { mostNumber } from '../event/parse-event.ts';
import { isWebAddress } from '../forge/remote-issue.ts';
import { faultOf } from '../record/check-value.ts';
import type { FieldShape, FieldTable, FieldValue } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import { isObject } from '../record/is-object.ts';
import type { ForgeIssue } from '../record/record.ts';
import { isId } from '../record/record-id.ts';
import { isRecordType, type RecordType, recordTypes } from '../record/record-type.ts';
import { requiredFields, stampSchemas } from '../schema/record-schema.ts';
import type { ImportItem } from './import-item.ts';
import { type At, parseComments, parseOrigin } from './parse-comments.ts';
import type { ProblemList } from './problem-list.ts';

/** More than any issue's base has, and little enough to be kept in an event. */
const mostBaseCharacters = 300_000;

/** Undefined where anything is wrong with it; the problems have it then. */
export function parseItem(
  place: string,
  value: unknown,
  problems: ProblemList,
): ImportItem | undefined {
  const before = problems.count;
  if (!isObject(value)) {
    problems.add(place, 'must be an object');
    return undefined;
  }
  const { type } = value;
  if (!isRecordType(type)) {
    problems.add(`${place}.type`, `must be one of ${recordTypes.join(', ')}`);
    return undefined;
  }
  const at: At = { place, value, problems };
  refuseUnknown(at, type);
  const item: ImportItem = {
    place,
    type,
    id: parseId(at),
    number: parseNumber(at),
    formerNumbers: parseFormerNumbers(at),
    values: parseValues(at, type),
    created: parseOrigin(at, 'created') ?? undefined,
    updated: parseOrigin(at, 'updated') ?? undefined,
    statusChanged: parseOrigin(at, 'statusChanged') ?? undefined,
    deleted: parseDeleted(at),
    comments: parseComments(at),
    forgeIssue: parseIssue(at),
    forgeBase: parseBase(at),
  };
  return problems.count === before ? item : undefined;
}

const knownOfAll = ['type', 'formerNumbers', ...Object.keys(stampSchemas)];
const knownOfTickets = ['forgeIssue', 'forgeBase', 'comments'];

/** Passing over what is not known would lose it. */
function refuseUnknown({ place, value, problems }: At, type: RecordType): void {
  for (const name of Object.keys(value)) {
    const known =
      Object.hasOwn(fieldsOf[type], name) ||
      knownOfAll.includes(name) ||
      (type === 'ticket' && knownOfTickets.includes(name));
    if (!known) problems.add(place, `has ${JSON.stringify(name.slice(0, 50))}, which is unknown`);
  }
}

function parseId({ place, value, problems }: At): string | undefined {
  const { id } = value;
  if (id === undefined || isId(id)) return id;
  problems.add(`${place}.id`, 'must be an id (a ULID), or left out for a new one');
  return undefined;
}

function parseNumber({ place, value, problems }: At): number | undefined {
  const { number } = value;
  if (number === undefined || isNumber(number)) return number;
  problems.add(`${place}.number`, `must be a whole number from 1 to ${mostNumber}`);
  return undefined;
}

function parseFormerNumbers({ place, value, problems }: At): readonly number[] {
  const { formerNumbers } = value;
  if (formerNumbers === undefined) return [];
  if (Array.isArray(formerNumbers) && formerNumbers.every(isNumber)) return formerNumbers;
  problems.add(`${place}.formerNumbers`, `must be a list of whole numbers from 1 to ${mostNumber}`);
  return [];
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostNumber;
}

function parseValues({ place, value, problems }: At, type: RecordType): FieldValues {
  const values: Record<string, FieldValue> = {};
  for (const [name, { shape }] of Object.entries<FieldTable[string]>(fieldsOf[type])) {
    if (!Object.hasOwn(value, name)) continue;
    const given = value[name];
    const fault = faultOf(loosened(shape), given);
    if (fault !== undefined) problems.add(`${place}.${name}`, fault);
    else if (isFieldValue(given)) values[name] = given;
  }
  for (const name of requiredFields(type)) {
    if (!Object.hasOwn(value, name)) problems.add(`${place}.${name}`, 'must be given');
  }
  return values;
}

/** Two clones together may have filled a set beyond what anyone may give it at once. */
function loosened(shape: FieldShape): FieldShape {
  return shape.kind === 'set' ? { ...shape, most: shape.most * 10 } : shape;
}

/** Its fault has been looked for; this tells the compiler. */
function isFieldValue(value: unknown): value is FieldValue {
  return value !== undefined;
}

function parseDeleted(at: At): Origin | null | undefined {
  return at.value.deletedAt === null && at.value.deletedBy === null
    ? null
    : parseOrigin(at, 'deleted');
}

function parseIssue({ place, value, problems }: At): ForgeIssue | null {
  const { forgeIssue } = value;
  if (forgeIssue === undefined || forgeIssue === null) return null;
  if (isObject(forgeIssue)) {
    const { repo, number, url } = forgeIssue;
    if (isShortText(repo) && isNumber(number) && isAddress(url)) return { repo, number, url };
  }
  problems.add(`${place}.forgeIssue`, 'must be null, or have repo, number and url');
  return null;
}

/** Empty where the forge told none that can be shown. */
function isAddress(value: unknown): value is string {
  return typeof value === 'string' && (value === '' || isWebAddress(value));
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 2_000 && value.isWellFormed();
}

function parseBase({ place, value, problems }: At): ForgeBase | null {
  const { forgeBase } = value;
  if (forgeBase === undefined || forgeBase === null) return null;
  if (isObject(forgeBase) && isShallow(forgeBase)) {
    if (JSON.stringify(forgeBase).length <= mostBaseCharacters) return forgeBase;
  }
  problems.add(`${place}.forgeBase`, 'must be null, or an object that an export has written');
  return null;
}

/** Level by level: what is nested deeply would overflow the stack of whatever goes through it. */
function isShallow(value: object): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > 8) return false;
    level = level.flatMap(each =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return true;
}
