import type { Board, Surroundings } from '../board/board.ts';
import type { Transaction } from '../board/transaction.ts';
import type { GlobalOptions } from './global-options.ts';

/** What a command is given. Whatever costs time is a call, made only where it is needed. */
export interface CommandContext {
  readonly options: GlobalOptions;
  readonly env: NodeJS.ProcessEnv;
  readonly surroundings: Surroundings;
  readonly stdin: NodeJS.ReadableStream;
  /** Ends when the process is asked to. Until it is looked at, a signal ends the process at once. */
  readonly signal: AbortSignal;
  /** The board of `--repo` and `--data-branch`; the same one at each call. */
  readonly openBoard: () => Promise<Board>;
  /** `--actor`, else TRACKER_ACTOR, else git's user.name and user.email, else the user of the machine. */
  readonly actor: () => Promise<string>;
  /** `Board.write` as the actor, synced before and after as `--sync` says. */
  readonly write: <Result>(plan: (transaction: Transaction) => Result) => Promise<Result>;
}
