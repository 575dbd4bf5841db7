import type { Channel } from './channel.ts';
import { ChannelQueue } from './channel-queue.ts';
import type { DeliverContext } from './deliver.ts';
import { type DrainLimit, drainWithin } from './drain-within.ts';
import { GroupQueue } from './group-queue.ts';
import type { Queue } from './queue.ts';
import { giveUpUnknown } from './unknown-channel.ts';

export interface NotifierOptions extends Omit<DeliverContext, 'random'> {
  /** By id. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** From 0 to below 1; spreads retries. */
  readonly random?: () => number;
}

/** Sends what the outbox owes, each delivery at least once; it runs beside the probes and never holds one up. */
export interface Notifier {
  /** Takes up what the record owes from before. */
  start(): void;
  /** To be called after each record of a transition. */
  wake(): void;
  /** Gives up what is owed to channels there are not, as `start` does: to be called where such may have come. */
  sweep(): void;
  /** Sends to others from now on; what is under way is let end, for as long as said: cut off it would be sent again. */
  change(channels: ReadonlyMap<string, Channel>, limit: DrainLimit): Promise<void>;
  /**
   * Sends what is due now for at most `timeout` ms or until `signal` aborts, then stops; what is left is sent
   * after the next start.
   */
  stop(limit: DrainLimit): Promise<void>;
}

export function createNotifier(options: NotifierOptions): Notifier {
  const context: DeliverContext = { random: Math.random, ...options };
  let { channels } = options;
  let queues = createQueues(channels, context);
  let running = false;
  let givingUp = Promise.resolve();

  const sweep = () => {
    givingUp = givingUp.then(() => giveUpUnknown(channels, context));
  };
  const start = () => {
    running = true;
    sweep();
    for (const queue of queues) queue.wake();
  };
  const stop = async (limit: DrainLimit) => {
    if (!running) return;
    running = false;
    await drainWithin(limit, context.clock, {
      drain: () => Promise.all([givingUp, ...queues.map(queue => queue.drain())]),
      cutOff() {
        for (const queue of queues) queue.cutOff();
      },
    });
  };

  return {
    start,
    wake() {
      if (running) for (const queue of queues) queue.wake();
    },
    sweep() {
      if (running) sweep();
    },
    async change(next, limit) {
      const goesOn = running;
      await stop(limit);
      channels = next;
      queues = createQueues(next, context);
      if (goesOn) start();
    },
    stop,
  };
}

function createQueues(
  channels: ReadonlyMap<string, Channel>,
  context: DeliverContext,
): readonly Queue[] {
  return [...channels.values()].map(channel => createQueue(channel, context));
}

function createQueue(channel: Channel, context: DeliverContext): Queue {
  const { grouping } = channel;
  if (grouping === undefined) return new ChannelQueue(channel, context);
  return new GroupQueue(channel, grouping, context);
}
