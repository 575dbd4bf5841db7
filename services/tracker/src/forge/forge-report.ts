import type { SyncMode } from '../sync/sync-mode.ts';
import type { ForgeSettings } from './forge-settings.ts';

/** Time as the sync sees it, so that tests need not wait. */
export interface ForgeClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after so many milliseconds; rejects when the signal ends first. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What talking to the forge takes, whatever is done there. */
export interface ForgeRequest extends ForgeSettings {
  readonly actor: string;
  readonly signal: AbortSignal;
  readonly clock: ForgeClock;
  /** How long a rate limit is waited for altogether, in milliseconds; a minute unless told. */
  readonly longestWait?: number;
  /** How long one request may take, in milliseconds; half a minute unless told. */
  readonly timeout?: number;
}

export interface ForgeSyncRequest extends ForgeRequest {
  /** `outbound` looks only at tickets that were changed here, `full` at whatever changed on either side. */
  readonly mode: Exclude<SyncMode, 'off'>;
  /** Whether tickets that never had an issue are given one. */
  readonly createIssues: boolean;
}

/** Something people may want to look at. Its text is ours; what it quotes of the forge is escaped. */
export interface ForgeNote {
  /** The number of the ticket, null where there is none. */
  readonly ticket: number | null;
  /** The number of the issue, null where there is none. */
  readonly issue: number | null;
  readonly text: string;
}

/** What a sync with the forge did. */
export interface ForgeSyncReport {
  /** `owner/name`. */
  readonly repo: string;
  /** Tickets that took something from their issue. */
  readonly received: number;
  /** Issues that took something from their ticket. */
  readonly sent: number;
  /** Issues that were made. */
  readonly created: number;
  /** Lost conflicts (whose loser was kept as a comment), cleaned text, issues that are gone. */
  readonly notes: readonly ForgeNote[];
  /** What could not be carried over, and is tried again at the next sync. */
  readonly failures: readonly ForgeNote[];
  /** Answers of the forge, and how many of them were 304 and cost nothing. */
  readonly requests: number;
  readonly notModified: number;
}

export interface ForgeImportRequest extends ForgeRequest {
  /** One issue, or all that match. */
  readonly which:
    | { readonly issue: number }
    | { readonly state: 'open' | 'closed' | 'all'; readonly label?: string };
}
