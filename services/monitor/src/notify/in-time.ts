import type { Clock } from '../schedule/clock.ts';
import { DeliveryError } from './delivery-error.ts';

export interface TimeLimit {
  /** Milliseconds the call may take. */
  readonly timeout: number;
  readonly clock: Pick<Clock, 'setTimer'>;
  /** Ends the call, too. */
  readonly cutOff: AbortSignal;
}

/**
 * Calls a receiver for no longer than the time-out and not past `cutOff`, even where the call does not heed its
 * signal. Rejects with what it rejects with, with `DeliveryError` at the time-out, with the reason of `cutOff`.
 */
export async function inTime(
  { timeout, clock, cutOff }: TimeLimit,
  call: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const onCutOff = () => controller.abort(cutOff.reason);
  cutOff.addEventListener('abort', onCutOff, { once: true });
  const cancelTimer = clock.setTimer(timeout, () =>
    controller.abort(new DeliveryError(`no answer within ${timeout} ms`)),
  );
  try {
    const aborted = rejectOnAbort(controller.signal);
    await Promise.race([aborted, call(controller.signal)]);
  } finally {
    cancelTimer();
    cutOff.removeEventListener('abort', onCutOff);
  }
}

/** Listens before the channel does, so that the race is lost to the reason and not to its consequence. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
