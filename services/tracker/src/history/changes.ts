import { isDeepStrictEqual } from 'node:util';
import type { TrackerEvent } from '../event/event.ts';
import { foldSteps } from '../event/fold.ts';
import { fieldsOf } from '../record/fields.ts';
import type { Comment, TrackerRecord } from '../record/record.ts';

/** What one event did to one field. `before` is null where there was nothing. */
export interface FieldChange {
  /** The name of the field; `comment` for the text of a comment. */
  readonly field: string;
  /** The id of the comment. */
  readonly comment?: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An event, the record as it was then, and what the event changed: nothing where later events had settled it. */
export interface RecordedChange {
  readonly event: TrackerEvent;
  /** Undefined for events that no record can be made of: its `create` is missing. */
  readonly record: TrackerRecord | undefined;
  readonly changes: readonly FieldChange[];
}

/**
 * What the events of one record did, in their order; those that are not wanted are left out. `events` are all of the
 * record's, in the order of their ids.
 */
export function changesOf(
  events: readonly TrackerEvent[],
  isWanted: (event: TrackerEvent) => boolean = () => true,
): readonly RecordedChange[] {
  const known = new Map<string, RecordedChange>();
  for (const { event, before, folded } of foldSteps(events, isWanted)) {
    const record = folded?.record;
    known.set(event.id, { event, record, changes: differences(before?.record, record) });
  }
  return events
    .filter(isWanted)
    .map(event => known.get(event.id) ?? { event, record: undefined, changes: [] });
}

function differences(
  before: TrackerRecord | undefined,
  after: TrackerRecord | undefined,
): FieldChange[] {
  if (after === undefined) return [];
  const old = valuesOf(before);
  const now = valuesOf(after);
  const changes: FieldChange[] = [];
  for (const field of ['number', ...Object.keys(fieldsOf[after.type]), 'deletedAt', 'forgeIssue']) {
    const was = before === undefined ? initial(after, field) : (old[field] ?? null);
    const is = now[field] ?? null;
    if (!isDeepStrictEqual(was, is)) changes.push({ field, before: shown(before, was), after: is });
  }
  return [...changes, ...commentChanges(before, after)];
}

/** What a new record has of itself is no change. */
function initial(record: TrackerRecord, field: string): unknown {
  const table: Readonly<Record<string, { readonly initial: unknown }>> = fieldsOf[record.type];
  return Object.hasOwn(table, field) ? (table[field]?.initial ?? null) : null;
}

function shown(before: TrackerRecord | undefined, value: unknown): unknown {
  return before === undefined ? null : value;
}

function valuesOf(record: TrackerRecord | undefined): Readonly<Record<string, unknown>> {
  return { ...record };
}

/** A comment that an event left alone is the same object before and after it. */
function commentChanges(before: TrackerRecord | undefined, after: TrackerRecord): FieldChange[] {
  const [was, is] = [commentsOf(before), commentsOf(after)];
  const old = bodies(without(was, is));
  const now = bodies(without(is, was));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap(comment => {
    const change = { before: old.get(comment) ?? null, after: now.get(comment) ?? null };
    return change.before === change.after ? [] : [{ field: 'comment', comment, ...change }];
  });
}

function commentsOf(record: TrackerRecord | undefined): readonly Comment[] {
  return record?.type === 'ticket' ? record.comments : [];
}

function without(comments: readonly Comment[], others: readonly Comment[]): readonly Comment[] {
  const left = new Set(others);
  return comments.filter(comment => !left.has(comment));
}

function bodies(comments: readonly Comment[]): ReadonlyMap<string, string> {
  return new Map(comments.map(({ id, body }) => [id, body]));
}
