import type { Clock } from '@picket/monitor';
import { unreachable } from './kube-error.ts';

export interface DeadlineSettings {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** Milliseconds. */
  readonly timeout: number;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** What is asked, for the error: `GET /api/v1/pods`. */
  readonly what: string;
}

/** When a call is over, answered or not: its time-out, or its caller's signal. To be disposed at its end. */
export interface CallDeadline extends Disposable {
  /** Aborted with the caller's reason, or with a `KubeError` of reason `Unreachable`. */
  readonly signal: AbortSignal;
  /** The work's outcome; what it rejects with once the signal has aborted is the signal's reason. */
  race<T>(work: Promise<T>): Promise<T>;
  /** From here on only the caller's signal ends it. */
  lift(): void;
}

export function startCallDeadline(settings: DeadlineSettings): CallDeadline {
  const { clock, timeout, signal, what } = settings;
  const ending = new AbortController();
  const cancelTimer = clock.setTimer(timeout, () =>
    ending.abort(unreachable(`${what}: no answer within ${Math.round(timeout)} ms`)),
  );
  const follow = () => ending.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });

  return {
    signal: ending.signal,
    race: work => raced(work, ending.signal),
    lift: cancelTimer,
    [Symbol.dispose]() {
      cancelTimer();
      signal?.removeEventListener('abort', follow);
    },
  };
}

async function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const end = () => reject(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  work.then(resolve, error => reject(signal.aborted ? signal.reason : error));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
