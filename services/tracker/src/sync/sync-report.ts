import type { Remotes } from '../store/remote-name.ts';
import type { SyncMode } from './sync-mode.ts';

export interface SyncRequest {
  /** The name of a remote of the repository. */
  readonly remote: string;
  /** Those of the repository: looked up once for all syncs of a command, while the board is opened. */
  readonly remotes: Remotes;
  readonly mode: Exclude<SyncMode, 'off'>;
  readonly actor: string;
  /** Takes in a remote branch whose history was rewritten, as a union: nothing of either side is lost. */
  readonly acceptRewritten: boolean;
  readonly signal: AbortSignal;
}

/** What a sync with a Git remote did. */
export interface SyncReport {
  readonly remote: string;
  /** Events that came, and events that went. */
  readonly received: number;
  readonly sent: number;
  /** Records that were given another number, because theirs was taken on the remote. */
  readonly renumbered: readonly {
    readonly id: string;
    readonly type: string;
    readonly from: number;
    readonly to: number;
  }[];
  /** What came and cannot be read: it is kept, and passed on. */
  readonly warnings: readonly string[];
  /** The commit that both sides are at. */
  readonly commit: string;
}
