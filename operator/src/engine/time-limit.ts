import type { Clock } from '@picket/monitor';

/** To be disposed once nobody waits for it. */
export interface TimeLimit extends Disposable {
  /** Aborts when the time is up. */
  readonly signal: AbortSignal;
  /** Resolves with the work or when the time is up, whichever comes first; then the work goes on by itself. */
  orUntil(work: Promise<unknown>): Promise<void>;
}

export function startTimeLimit(clock: Pick<Clock, 'setTimer'>, ms: number): TimeLimit {
  const end = new AbortController();
  const { promise: isUp, resolve } = Promise.withResolvers<void>();
  const cancel = clock.setTimer(ms, () => {
    end.abort();
    resolve();
  });
  return {
    signal: end.signal,
    async orUntil(work) {
      await Promise.race([work, isUp]);
    },
    [Symbol.dispose]: cancel,
  };
}
