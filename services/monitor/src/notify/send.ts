import type { Transition } from '../alert/transition.ts';
import type { Clock } from '../schedule/clock.ts';
import type { Channel } from './channel.ts';
import { DeliveryError } from './delivery-error.ts';

/**
 * Sends once, for no longer than the channel's time-out and not past `cutOff`, even where the channel does
 * not heed its signal.
 */
export async function send(
  channel: Channel,
  transition: Transition,
  clock: Pick<Clock, 'setTimer'>,
  cutOff: AbortSignal,
): Promise<void> {
  const controller = new AbortController();
  const onCutOff = () => controller.abort(cutOff.reason);
  cutOff.addEventListener('abort', onCutOff, { once: true });
  const cancelTimer = clock.setTimer(channel.timeout, () =>
    controller.abort(new DeliveryError(`no answer within ${channel.timeout} ms`)),
  );
  try {
    const aborted = rejectOnAbort(controller.signal);
    await Promise.race([aborted, channel.send(transition, controller.signal)]);
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
