import { faultOf, faultOfMember, faultOfText } from '../record/check-value.ts';
import type { FieldTable } from '../record/field.ts';
import { fieldsOf, longestBody } from '../record/fields.ts';
import { isObject } from '../record/is-object.ts';
import { isId } from '../record/record-id.ts';
import { isRecordType, type RecordType } from '../record/record-type.ts';
import { isEventId } from './clock.ts';
import type { TrackerEvent } from './event.ts';

/**
 * `newer`: a deed of a later version, which this one keeps and passes on without understanding it.
 * `corrupt`: nothing a tracker has written.
 */
export type ParsedEvent =
  | { readonly kind: 'event'; readonly event: TrackerEvent }
  | { readonly kind: 'newer' | 'corrupt'; readonly reason: string };

/** One line of a segment, which may come from anybody's clone, as an event. */
export function parseEvent(line: string): ParsedEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'corrupt', reason: 'it is no JSON' };
  }
  if (!isObject(value)) return { kind: 'corrupt', reason: 'it is no object' };
  if (typeof value.op === 'string' && !ops.has(value.op)) {
    return { kind: 'newer', reason: `its op ${JSON.stringify(value.op.slice(0, 50))} is unknown` };
  }
  if (typeof value.op === 'string' && typeof value.type === 'string' && !isRecordType(value.type)) {
    return {
      kind: 'newer',
      reason: `its type ${JSON.stringify(value.type.slice(0, 50))} is unknown`,
    };
  }
  const reason = faultOfHead(value) ?? faultOfDeed(value);
  if (reason !== undefined) return { kind: 'corrupt', reason };
  return isChecked(value)
    ? { kind: 'event', event: value }
    : { kind: 'corrupt', reason: 'it is no event' };
}

/** Its faults have been looked for, one by one; this tells the compiler. */
function isChecked(value: unknown): value is TrackerEvent {
  return isObject(value);
}

type Loose = Readonly<Record<string, unknown>>;

function faultOfHead(value: Loose): string | undefined {
  if (!isEventId(value.id)) return 'its id is no event id';
  if (!isMoment(value.at)) return 'its at is no time';
  if (!isActor(value.by)) return 'its by is no actor';
  if (!isRecordType(value.type)) return 'its type is no text';
  if (!isId(value.record)) return 'its record is no id';
  return undefined;
}

const deeds: Readonly<
  Record<TrackerEvent['op'], (value: Loose, type: RecordType) => string | undefined>
> = {
  create: (value, type) =>
    faultOfNumber(value.number) ?? faultOfOrigin(value.origin) ?? faultOfCreated(value.set, type),
  edit: (value, type) =>
    faultOfValues(value.set, type) ??
    faultOfMembers(value.add, type) ??
    faultOfMembers(value.remove, type) ??
    faultOfOrigin(value.origin),
  delete: value => faultOfOrigin(value.origin),
  restore: () => undefined,
  renumber: value => faultOfNumber(value.number),
  comment: (value, type) =>
    faultOfComment(value, type) ?? faultOfBody(value.body) ?? faultOfOrigin(value.origin),
  'edit-comment': (value, type) => faultOfComment(value, type) ?? faultOfBody(value.body),
  'delete-comment': faultOfComment,
  'link-forge': (value, type) => faultOfLink(value, type),
};

const ops: ReadonlySet<string> = new Set(Object.keys(deeds));

function faultOfDeed(value: Loose): string | undefined {
  if (!isOp(value.op) || !isRecordType(value.type)) return 'its op is no text';
  return deeds[value.op](value, value.type);
}

function isOp(value: unknown): value is TrackerEvent['op'] {
  return typeof value === 'string' && ops.has(value);
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** ISO 8601 in UTC, to the second or the millisecond: what is in order as text. */
function isMoment(value: unknown): value is string {
  return typeof value === 'string' && moment.test(value) && !Number.isNaN(Date.parse(value));
}

export function isActor(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200 && value.isWellFormed();
}

/** Far more than anybody makes, and few enough digits to be typed. */
export const mostNumber = 999_999_999;

function faultOfNumber(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostNumber
    ? undefined
    : `its number is no whole number from 1 to ${mostNumber}`;
}

function faultOfOrigin(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return isObject(value) && isMoment(value.at) && isActor(value.by)
    ? undefined
    : 'its origin is not at and by';
}

function faultOfCreated(set: unknown, type: RecordType): string | undefined {
  const fault = faultOfValues(set, type);
  if (fault !== undefined || !isObject(set)) return fault ?? 'its set is missing';
  const table: FieldTable = fieldsOf[type];
  const missing = Object.keys(table).find(
    name => table[name]?.initial === undefined && !Object.hasOwn(set, name),
  );
  return missing === undefined ? undefined : `its set has no ${missing}`;
}

/** Fields that this version does not know are passed over: a later version's. */
function faultOfValues(set: unknown, type: RecordType): string | undefined {
  if (set === undefined) return undefined;
  if (!isObject(set)) return 'its set is no object';
  const table: FieldTable = fieldsOf[type];
  for (const [name, value] of Object.entries(set)) {
    if (!Object.hasOwn(table, name)) continue;
    const shape = table[name]?.shape;
    const fault = shape && faultOf(shape, value);
    if (fault !== undefined) return `its ${name} ${fault}`;
  }
  return undefined;
}

function faultOfMembers(members: unknown, type: RecordType): string | undefined {
  if (members === undefined) return undefined;
  if (!isObject(members)) return 'its members are no object';
  const table: FieldTable = fieldsOf[type];
  for (const [name, list] of Object.entries(members)) {
    const shape = Object.hasOwn(table, name) ? table[name]?.shape : undefined;
    if (shape?.kind !== 'set') continue;
    if (!Array.isArray(list)) return `its ${name} must be a list`;
    for (const member of list) {
      const fault = faultOfMember(shape.of, member);
      if (fault !== undefined) return `its ${name} ${fault}`;
    }
  }
  return undefined;
}

function faultOfComment(value: Loose, type: RecordType): string | undefined {
  if (type !== 'ticket') return 'only a ticket has comments';
  return isId(value.comment) ? undefined : 'its comment is no id';
}

function faultOfBody(body: unknown): string | undefined {
  const fault = faultOfText(longestBody, body);
  return fault === undefined ? undefined : `its body ${fault}`;
}

function faultOfLink(value: Loose, type: RecordType): string | undefined {
  if (type !== 'ticket') return 'only a ticket has an issue';
  const { issue, base } = value;
  if (issue !== null && !isIssue(issue)) return 'its issue is not repo, number and url';
  return base === null || isObject(base) ? undefined : 'its base is no object';
}

function isIssue(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.repo === 'string' &&
    typeof value.url === 'string' &&
    faultOfNumber(value.number) === undefined
  );
}
