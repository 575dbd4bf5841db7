import type { ValuesOf } from './field.ts';
import type { epicFields, storyFields, ticketFields } from './fields.ts';
import type { RecordType } from './record-type.ts';

/** What every record has. Times are ISO 8601 in UTC; `…By` is the actor who did it. */
export interface RecordBase<Type extends RecordType> {
  readonly type: Type;
  /** A ULID, or for a ticket made under a key, 128 bits of the key's hash in the same form. */
  readonly id: string;
  /** Short, per type. Final once it is pushed. */
  readonly number: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly statusChangedAt: string;
  readonly statusChangedBy: string;
  /** Null unless it is deleted. */
  readonly deletedAt: string | null;
  readonly deletedBy: string | null;
}

export interface Comment {
  readonly id: string;
  readonly body: string;
  readonly createdAt: string;
  readonly createdBy: string;
}

/** The issue that a ticket is kept in step with. `repo` is `owner/name`. */
export interface ForgeIssue {
  readonly repo: string;
  readonly number: number;
  readonly url: string;
}

export type Epic = RecordBase<'epic'> & ValuesOf<typeof epicFields>;

export type Story = RecordBase<'story'> & ValuesOf<typeof storyFields>;

export type Ticket = RecordBase<'ticket'> &
  ValuesOf<typeof ticketFields> & {
    readonly forgeIssue: ForgeIssue | null;
    readonly comments: readonly Comment[];
  };

export type TrackerRecord = Epic | Story | Ticket;
