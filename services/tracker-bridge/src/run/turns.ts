import PQueue from 'p-queue';
import { BridgeError } from '../errors.ts';

interface TurnLimits {
  /** Runs at a time. */
  readonly concurrency: number;
  /** Runs that may wait for their turn. */
  readonly waiting: number;
  /** Milliseconds that one may wait. */
  readonly waitMs: number;
}

export interface Turns {
  /**
   * Does the work once it is its turn. Rejects with BUSY where too many wait or it has waited too long, and with the
   * signal's reason where that is aborted before; what has begun is the work's own to end.
   */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

/** A few at a time, a bounded number in line; whoever gives up leaves the line at once. */
export function createTurns({ concurrency, waiting, waitMs }: TurnLimits): Turns {
  const queue = new PQueue({ concurrency });
  return {
    async take(work, signal) {
      signal.throwIfAborted();
      if (queue.size >= waiting) throw busy(`${waiting} runs are waiting already`);
      const leaving = new AbortController();
      const leave = () => leaving.abort(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      const late = () => leaving.abort(busy(`it was not its turn within ${waitMs / 1000} s`));
      const timer = setTimeout(late, waitMs);
      const stay = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      const begin = () => {
        stay();
        return work();
      };
      try {
        return await queue.add(begin, { signal: leaving.signal });
      } finally {
        stay();
      }
    },
    idle: () => queue.onIdle(),
  };
}

const busy = (why: string) => new BridgeError('BUSY', `${why}: try again later`);
