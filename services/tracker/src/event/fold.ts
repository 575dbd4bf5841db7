import { conforms } from '../record/check-value.ts';
import type { FieldTable, FieldValue } from '../record/field.ts';
import {
  closedStatuses,
  epicFields,
  fieldsOf,
  storyFields,
  ticketFields,
} from '../record/fields.ts';
import type { Comment, ForgeIssue, RecordBase, TrackerRecord } from '../record/record.ts';
import type { RecordType } from '../record/record-type.ts';
import type { Create, ForgeBase, Origin, TrackerEvent } from './event.ts';

/** A record as its events have made it, and what of it users are not shown. */
export interface Folded {
  readonly record: TrackerRecord;
  /** Every number it ever had, in order; the last is its own. */
  readonly numbers: readonly number[];
  readonly forgeBase: ForgeBase | null;
  /** When its status became closed, or null while it is open. */
  readonly closedAt: string | null;
}

/**
 * The record that its events make: fields one by one, the latest event winning; sets by add and remove.
 * `events` are all of one record, in the order of their ids. Undefined without a `create`, as when its segment has
 * not arrived.
 */
export function foldRecord(events: readonly TrackerEvent[]): Folded | undefined {
  const created = events.find(event => event.op === 'create');
  if (created?.op !== 'create') return undefined;
  const state = beginWith(created, created);
  for (const event of events) {
    if (event !== created && event.type === created.type) apply(state, event);
  }
  return foldedOf(state);
}

/** A record before and after one of its events; undefined before its `create`. */
export interface FoldStep {
  readonly event: TrackerEvent;
  readonly before: Folded | undefined;
  readonly folded: Folded | undefined;
}

/**
 * `foldRecord` step by step, for those of the events that are wanted and count, beginning with the `create`. The
 * others cost no record: one of a hundred thousand comments would be too long to make after each of them.
 */
export function* foldSteps(
  events: readonly TrackerEvent[],
  isWanted: (event: TrackerEvent) => boolean = () => true,
): Generator<FoldStep> {
  const created = events.find(event => event.op === 'create');
  if (created?.op !== 'create') return;
  const state = beginWith(created, created);
  const later = events.filter(event => event !== created && event.type === created.type);
  let [last, isLast]: [Folded | undefined, boolean] = [undefined, true];
  for (const event of [created, ...later]) {
    const wanted = isWanted(event);
    const before = wanted && !isLast ? foldedOf(state) : last;
    if (event !== created) apply(state, event);
    [last, isLast] = wanted ? [foldedOf(state), true] : [undefined, false];
    if (wanted) yield { event, before, folded: last };
  }
}

interface State {
  readonly type: RecordType;
  readonly id: string;
  readonly created: { readonly at: string; readonly by: string };
  updated: { at: string; by: string };
  statusChanged: { at: string; by: string };
  deleted: { at: string; by: string } | undefined;
  readonly numbers: number[];
  readonly values: Record<string, FieldValue>;
  readonly comments: Map<string, Comment>;
  readonly goneComments: Set<string>;
  forgeIssue: ForgeIssue | null;
  forgeBase: ForgeBase | null;
}

function beginWith(head: TrackerEvent, create: Create): State {
  const origin = create.origin ?? { at: head.at, by: head.by };
  const table: FieldTable = fieldsOf[head.type];
  const values: Record<string, FieldValue> = {};
  for (const [name, field] of Object.entries(table)) {
    const value = Object.hasOwn(create.set, name) ? create.set[name] : field.initial;
    if (value !== undefined) values[name] = value;
  }
  return {
    type: head.type,
    id: head.record,
    created: origin,
    updated: origin,
    statusChanged: origin,
    deleted: undefined,
    numbers: [create.number],
    values,
    comments: new Map(),
    goneComments: new Set(),
    forgeIssue: null,
    forgeBase: null,
  };
}

/** Linking an issue and giving a number are the tracker's own bookkeeping and leave `updatedAt` as it was. */
function apply(state: State, event: TrackerEvent): void {
  const stamp = stampOf(event);
  switch (event.op) {
    case 'create':
      // Someone was told this number: it stays known, in front of those that the record has had since.
      if (!state.numbers.includes(event.number)) state.numbers.unshift(event.number);
      return;
    case 'edit':
      if (event.set?.status !== undefined && event.set.status !== state.values.status) {
        state.statusChanged = stamp;
      }
      applyEdit(state, event);
      break;
    case 'delete':
      state.deleted ??= stamp;
      break;
    case 'restore':
      state.deleted = undefined;
      break;
    case 'renumber':
      state.numbers.push(event.number);
      return;
    case 'comment':
      addComment(state, event.comment, event.body, event.origin ?? stamp);
      break;
    case 'edit-comment':
      editComment(state, event.comment, event.body);
      break;
    case 'delete-comment':
      state.goneComments.add(event.comment);
      state.comments.delete(event.comment);
      break;
    case 'link-forge':
      state.forgeIssue = event.issue;
      state.forgeBase = event.base;
      return;
  }
  state.updated = stamp;
}

/** An edit or a deletion that was done elsewhere counts as of then. */
function stampOf(event: TrackerEvent): Origin {
  const origin = event.op === 'edit' || event.op === 'delete' ? event.origin : undefined;
  return origin ?? { at: event.at, by: event.by };
}

function applyEdit(state: State, edit: TrackerEvent & { op: 'edit' }): void {
  const table: FieldTable = fieldsOf[state.type];
  for (const [name, value] of Object.entries(edit.set ?? {})) {
    if (Object.hasOwn(table, name)) state.values[name] = value;
  }
  for (const [name, members] of Object.entries(edit.remove ?? {})) {
    if (isSet(table, name)) {
      state.values[name] = membersOf(state, name).filter(member => !members.includes(member));
    }
  }
  for (const [name, members] of Object.entries(edit.add ?? {})) {
    if (isSet(table, name)) {
      state.values[name] = [...new Set([...membersOf(state, name), ...members])];
    }
  }
}

/** What is added to anything else is passed over: a later version may have made a set of the field. */
function isSet(table: FieldTable, name: string): boolean {
  return Object.hasOwn(table, name) && table[name]?.shape.kind === 'set';
}

function membersOf(state: State, name: string): readonly string[] {
  const value = state.values[name];
  return Array.isArray(value) ? value : [];
}

function addComment(
  state: State,
  id: string,
  body: string,
  stamp: { readonly at: string; readonly by: string },
): void {
  if (state.comments.has(id) || state.goneComments.has(id)) return;
  state.comments.set(id, { id, body, createdAt: stamp.at, createdBy: stamp.by });
}

function editComment(state: State, id: string, body: string): void {
  const comment = state.comments.get(id);
  if (comment !== undefined) state.comments.set(id, { ...comment, body });
}

function foldedOf(state: State): Folded | undefined {
  const record = recordOf(state);
  if (record === undefined) return undefined;
  const closed = closedStatuses.includes(record.status);
  return {
    record,
    numbers: state.numbers,
    forgeBase: state.forgeBase,
    closedAt: closed ? record.statusChangedAt : null,
  };
}

function recordOf(state: State): TrackerRecord | undefined {
  const { type, values } = state;
  if (type === 'epic') {
    return conforms(epicFields, values) ? { ...baseOf('epic', state), ...values } : undefined;
  }
  if (type === 'story') {
    return conforms(storyFields, values) ? { ...baseOf('story', state), ...values } : undefined;
  }
  if (!conforms(ticketFields, values)) return undefined;
  return {
    ...baseOf('ticket', state),
    ...values,
    forgeIssue: state.forgeIssue,
    comments: [...state.comments.values()],
  };
}

function baseOf<Type extends RecordType>(type: Type, state: State): RecordBase<Type> {
  return {
    type,
    id: state.id,
    number: state.numbers.at(-1) ?? 0,
    createdAt: state.created.at,
    createdBy: state.created.by,
    updatedAt: state.updated.at,
    updatedBy: state.updated.by,
    statusChangedAt: state.statusChanged.at,
    statusChangedBy: state.statusChanged.by,
    deletedAt: state.deleted?.at ?? null,
    deletedBy: state.deleted?.by ?? null,
  };
}
