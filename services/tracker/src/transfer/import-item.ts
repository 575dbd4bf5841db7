import type { FieldValues, ForgeBase, Origin } from '../event/event.ts';
import type { ForgeIssue } from '../record/record.ts';
import type { RecordType } from '../record/record-type.ts';

/** A comment as a file gives it. */
export interface ImportComment {
  readonly id: string | undefined;
  readonly body: string;
  readonly created: Origin | undefined;
}

/** A record as a file gives it, each value checked by itself. What is undefined was not given. */
export interface ImportItem {
  /** Where it stands in the file: `items[3]`. */
  readonly place: string;
  readonly type: RecordType;
  readonly id: string | undefined;
  readonly number: number | undefined;
  readonly formerNumbers: readonly number[];
  /** Those given. */
  readonly values: FieldValues;
  readonly created: Origin | undefined;
  readonly updated: Origin | undefined;
  readonly statusChanged: Origin | undefined;
  /** Null: it is said not to be deleted. */
  readonly deleted: Origin | null | undefined;
  readonly comments: readonly ImportComment[];
  readonly forgeIssue: ForgeIssue | null;
  readonly forgeBase: ForgeBase | null;
}
