import type { SyncMode } from '../sync/sync-mode.ts';

/** The options that stand before the subcommand. */
export interface GlobalOptions {
  readonly repo: string;
  readonly tempDir: string | undefined;
  readonly format: 'text' | 'json';
  readonly actor: string | undefined;
  /** `owner/name`. */
  readonly forgeRepo: string | undefined;
  readonly dataBranch: string;
  readonly remote: string;
  /** Undefined: `off` for mutations, `full` for `sync`. */
  readonly sync: SyncMode | undefined;
  readonly keepWorktree: boolean;
}
