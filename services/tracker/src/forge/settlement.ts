import type { ForgeIssue, Ticket } from '../record/record.ts';
import type { Agreed } from './forge-base.ts';
import type { Seen } from './forge-reader.ts';
import type { CommentStep } from './merge-comments.ts';
import type { Carried } from './merge-fields.ts';
import type { RemoteIssue } from './remote-issue.ts';

/** A ticket, its issue, and what is known of both. */
export interface Pairing {
  readonly ticket: Ticket;
  readonly link: ForgeIssue;
  readonly agreed: Agreed;
  /** The issue as a list told it in this sync. */
  readonly listed: Seen<RemoteIssue> | undefined;
  /** When the issue had been updated as this clone last looked at it, and nothing can have come within that second. */
  readonly lookedAt: string | undefined;
}

/** What came of looking at a ticket and its issue, to be recorded on the board. */
export interface Settlement {
  /** The ticket as it was when this was decided. */
  readonly ticket: Ticket;
  readonly before: Agreed;
  /** Null where the issue is gone. */
  readonly issue: ForgeIssue | null;
  readonly agreed: Agreed;
  /** What the ticket takes from the issue. */
  readonly here: Carried;
  /** What the comments of the ticket take; null where they were not looked at. */
  readonly comments: readonly CommentStep[] | null;
  /** Comments of the tracker's own, which tell what was lost in a conflict. */
  readonly added: readonly { readonly id: string; readonly body: string }[];
  /** Whether the issue took anything. */
  readonly sent: boolean;
  readonly notes: readonly string[];
  /** What the forge would not take. */
  readonly failures: readonly string[];
  /** The issue as last seen; null where it is gone. */
  readonly seen: LastLook | null;
}

export interface LastLook {
  readonly number: number;
  readonly updatedAt: string;
  /** Whether nothing can have changed since within the second that `updatedAt` stands for. */
  readonly settled: boolean;
}

/** The forge counts in whole seconds: only once that second is over can nothing more come under the same time. */
export function lookAt({ number, updatedAt }: RemoteIssue, at: number): LastLook {
  return { number, updatedAt, settled: at - Date.parse(updatedAt) >= 2_000 };
}
