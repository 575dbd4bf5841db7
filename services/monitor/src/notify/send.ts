import type { Transition } from '../alert/transition.ts';
import type { Clock } from '../schedule/clock.ts';
import type { Channel } from './channel.ts';
import { inTime } from './in-time.ts';

/** Sends once, for no longer than the channel's time-out and not past `cutOff`. */
export function send(
  channel: Channel,
  transition: Transition,
  clock: Pick<Clock, 'setTimer'>,
  cutOff: AbortSignal,
): Promise<void> {
  return inTime({ timeout: channel.timeout, clock, cutOff }, signal =>
    channel.send(transition, signal),
  );
}
