import { RouteHandlerError } from '../errors.ts';

export interface Deadline {
  /** Milliseconds, from 1 to 2,147,483,647, which is as far as timers go. */
  readonly timeoutMs: number;
  /** Each ends the work when it is aborted. */
  readonly signals: readonly AbortSignal[];
}

/**
 * What the work gives. Rejects with a `TimeoutError` when its time is up and with a signal's reason when that is
 * aborted, even if the work itself heeds no signal; it is not started after the end. Nothing is left listening.
 * Rejects with `RH_CALL` for a time that no timer can keep.
 */
export async function withinDeadline<T>(
  { timeoutMs, signals }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  requireTimeout(timeoutMs);
  for (const signal of signals) if (signal.aborted) throw toAbortError(signal.reason);

  const ending = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (error: Error) => {
    reject(error);
    ending.abort(error);
  };
  const timer = setTimeout(
    () => end(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  );
  const followed = signals.map(signal => ({
    signal,
    follow: () => end(toAbortError(signal.reason)),
  }));
  for (const { signal, follow } of followed) signal.addEventListener('abort', follow);

  try {
    return await Promise.race([work(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    for (const { signal, follow } of followed) signal.removeEventListener('abort', follow);
  }
}

function requireTimeout(timeoutMs: number): void {
  if (timeoutMs >= 1 && timeoutMs <= 2_147_483_647) return;
  throw new RouteHandlerError(
    'RH_CALL',
    `options/timeoutMs must be from 1 to 2147483647, not ${timeoutMs}`,
  );
}

/** Anything can be the reason of an abort. */
const toAbortError = (reason: unknown): Error =>
  reason instanceof Error
    ? reason
    : Object.assign(new Error('the call was aborted', { cause: reason }), { name: 'AbortError' });
