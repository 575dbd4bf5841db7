import { Fault } from './fault.ts';
import { onAbort } from './on-abort.ts';
import type { RunContext } from './protocol.ts';

/** The end of one run, whichever comes first: its time-out (code 6) or its cancelation (code 12). */
export interface Deadline extends Disposable {
  /** Aborted at the end, with the `Fault` as its reason. */
  readonly signal: AbortSignal;
  /**
   * What the work gives, or a rejection with the `Fault` at the end. Then the work is no longer waited for;
   * it is not started after the end. Stopping it is up to the caller.
   */
  race<T>(work: () => Promise<T>): Promise<T>;
}

/** Starts the clock; to be disposed when the run is over. */
export function startDeadline({
  timeout,
  signal,
}: Pick<RunContext, 'timeout' | 'signal'>): Deadline {
  const ending = new AbortController();
  const cancel = () => ending.abort(new Fault(12, 'the run was canceled'));
  const expire = () => ending.abort(new Fault(6, `no answer within ${Math.round(timeout)} ms`));

  const timer = setTimeout(expire, timeout);
  const stopListening = onAbort(signal, cancel);
  if (signal.aborted) cancel();

  return {
    signal: ending.signal,
    race: work => raced(work, ending.signal),
    [Symbol.dispose]() {
      clearTimeout(timer);
      stopListening();
    },
  };
}

async function raced<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const end = () => reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  work().then(resolve, reject);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
