import type { Egress } from '../egress/egress.ts';
import type { Result } from './result.ts';

export type RequestKind =
  | 'http'
  | 'ping'
  | 'socket'
  | 'mariadb'
  | 'mysql'
  | 'mongo'
  | 'postgres'
  | 'redis';

/** What a protocol is given beside its target. */
export interface RunContext {
  /** Milliseconds; the run ends with code 6 after it, its sockets and child processes gone. */
  readonly timeout: number;
  /** Ends the run at once with code 12. */
  readonly signal: AbortSignal;
  readonly egress: Egress;
  /** Bytes of an answer that are read before code 18. */
  readonly maxBody: number;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/**
 * One way to ask a target. A new one is a file with this shape, a test, and a line in `protocols.ts`.
 * `Entry` is the entry of the schema with its templates rendered.
 */
export interface Protocol<Entry, Target> {
  /** The label that stands for the target in metrics: taken before rendering, credentials left out. */
  instance(entry: Entry): string;
  /**
   * Everything that can be worked out before the request starts; done once where the entry holds no expression.
   * Throws `PrepareError` where the entry can't be sent, which is reported as that code.
   */
  prepare(entry: Entry): Target;
  /** Asks once. Never rejects: whatever goes wrong is a `Failed`. */
  run(target: Target, context: RunContext): Promise<Result>;
}
