import type { FieldValue } from '../record/field.ts';
import type { ForgeIssue } from '../record/record.ts';
import type { RecordType } from '../record/record-type.ts';

/** One deed of one actor on one record: a line of a segment. */
export type TrackerEvent = EventHead & Deed;

interface EventHead {
  /** Its place in the causal order, see `clock.ts`. */
  readonly id: string;
  /** The writer's wall clock, ISO 8601 in UTC: what people are shown. The order never depends on it. */
  readonly at: string;
  /** The actor. */
  readonly by: string;
  readonly type: RecordType;
  /** The id of the record. */
  readonly record: string;
}

export type FieldValues = Readonly<Record<string, FieldValue>>;
export type SetMembers = Readonly<Record<string, readonly string[]>>;

export type Deed =
  | Create
  | {
      readonly op: 'edit';
      readonly set?: FieldValues;
      readonly add?: SetMembers;
      readonly remove?: SetMembers;
      readonly origin?: Origin;
    }
  | { readonly op: 'delete'; readonly origin?: Origin }
  | { readonly op: 'restore' }
  | { readonly op: 'renumber'; readonly number: number }
  | {
      readonly op: 'comment';
      readonly comment: string;
      readonly body: string;
      readonly origin?: Origin;
    }
  | { readonly op: 'edit-comment'; readonly comment: string; readonly body: string }
  | { readonly op: 'delete-comment'; readonly comment: string }
  | {
      readonly op: 'link-forge';
      readonly issue: ForgeIssue | null;
      readonly base: ForgeBase | null;
    };

/** A later `create` of the same record (one key used in two clones) only adds a number that it is known by. */
export interface Create {
  readonly op: 'create';
  readonly number: number;
  /** What was given; the rest is as a new record has it. */
  readonly set: FieldValues;
  /** Where the record comes from elsewhere (import, forge): who made it there, and when. */
  readonly origin?: Origin;
}

/** Who did a deed, and when, that was done elsewhere and is only written down here. */
export interface Origin {
  readonly at: string;
  readonly by: string;
}

/**
 * What ticket and issue last agreed on, so that a later difference tells which side changed. Kept in the event so
 * that every clone compares with the same. Its contents are forge/'s.
 */
export type ForgeBase = Readonly<Record<string, unknown>>;

export type Op = Deed['op'];
