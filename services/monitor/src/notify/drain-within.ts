import type { Clock } from '../schedule/clock.ts';

export interface DrainLimit {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** Drains for at most `timeout` ms or until `signal` aborts: what is left then is cut off, which ends the drain. */
export async function drainWithin<T>(
  { timeout, signal }: DrainLimit,
  clock: Pick<Clock, 'setTimer'>,
  { drain, cutOff }: { readonly drain: () => Promise<T>; readonly cutOff: () => void },
): Promise<T> {
  // At once, or what is due would be begun only to be cut off.
  if (timeout === 0 || signal?.aborted) cutOff();
  signal?.addEventListener('abort', cutOff, { once: true });
  const cancel = clock.setTimer(timeout, cutOff);
  try {
    return await drain();
  } finally {
    cancel();
    signal?.removeEventListener('abort', cutOff);
  }
}
