import type { Clock } from '../schedule/clock.ts';
import { backoff } from './backoff.ts';

export interface Persistence {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Ends the trying. */
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds: what became of a delivery must not stay untold for long once the record can be written again. */
const longestPause = 15_000;

/** Does the work, again and again with a backoff until it succeeds: true. False where `signal` came first. */
export async function persist(work: () => Promise<void>, options: Persistence): Promise<boolean> {
  for (let failures = 1; ; failures++) {
    try {
      await work();
      return true;
    } catch (error) {
      options.onFailure(error);
    }
    if (options.signal.aborted) return false;
    await pause(Math.min(backoff(failures, options.random()), longestPause), options);
  }
}

function pause(ms: number, { clock, signal }: Persistence): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.setTimer(ms, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
