import { CommandError } from './command-error.ts';
import type { Decode } from './records.ts';
import type { RunResult } from './use-run.ts';

/** What a page shows of what it reads. */
export interface KeptRead<T> {
  readonly data: T | undefined;
  /** Why there is nothing to show. */
  readonly error: Error | undefined;
  /** Why what is shown may be out of date: it was there, and the last look at it failed. */
  readonly outdated: Error | undefined;
  /** The answer or failure that was taken in last. */
  readonly taken: RunResult | Error | undefined;
  /** What the data was made of. */
  readonly stdout: string | undefined;
}

export const nothingRead: KeptRead<never> = {
  data: undefined,
  error: undefined,
  outdated: undefined,
  taken: undefined,
  stdout: undefined,
};

/**
 * Takes in the end of a call. Data that was read stays while it is read again, stays the same object while the command
 * prints the same, and outlives a failure, unless the command says that what it is of is no more.
 */
export function takeIn<T>(
  kept: KeptRead<T>,
  end: RunResult | Error | undefined,
  decode: Decode<T>,
): KeptRead<T> {
  if (end === undefined || end === kept.taken) return kept;
  if (end instanceof Error) return failed(kept, end, end);
  if (end.exitCode !== 0) return failed(kept, end, new CommandError(end));
  if (end.stdout === kept.stdout) {
    return { ...kept, error: undefined, outdated: undefined, taken: end };
  }
  const data = decode(end.json);
  if (data === undefined) {
    return failed(
      kept,
      end,
      new Error('the server answered something unexpected: reload the page'),
    );
  }
  return { data, error: undefined, outdated: undefined, taken: end, stdout: end.stdout };
}

function failed<T>(kept: KeptRead<T>, taken: RunResult | Error, error: Error): KeptRead<T> {
  const isGone = error instanceof CommandError && goneCodes.has(error.code);
  if (kept.data === undefined || isGone) return { ...nothingRead, error, taken };
  return { ...kept, outdated: error, taken };
}

const goneCodes: ReadonlySet<string> = new Set(['NOT_FOUND', 'DELETED', 'NOT_INITIALISED']);

/** Forgets a failure, so that another attempt is seen to be one. */
export const forgetError = <T>(kept: KeptRead<T>): KeptRead<T> =>
  kept.error === undefined ? kept : { ...kept, error: undefined };
