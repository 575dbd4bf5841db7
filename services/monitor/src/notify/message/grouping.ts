import type { Transition } from '../../alert/transition.ts';
import type { Channel } from '../channel.ts';
import { defaultTimeout } from '../schema/channel-fields.ts';
import { groupingDefaults as defaults } from '../schema/grouping-fields.ts';

export interface GroupedChannel {
  readonly id: string;
  /** Milliseconds; absent: the defaults. */
  readonly timeout?: number | undefined;
  readonly groupWait?: number | undefined;
  readonly groupEvery?: number | undefined;
}

/** A channel that people read: however many transitions there are, one message tells of them. */
export function groupedChannel(
  { id, ...given }: GroupedChannel,
  tell: (transitions: readonly Transition[], signal: AbortSignal) => Promise<void>,
): Channel {
  const { timeout = defaultTimeout } = given;
  const { groupWait = defaults.groupWait, groupEvery = defaults.groupEvery } = given;
  return {
    id,
    timeout,
    send: (transition, signal) => tell([transition], signal),
    grouping: { wait: groupWait, every: groupEvery, send: tell },
  };
}
