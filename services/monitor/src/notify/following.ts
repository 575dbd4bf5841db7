import type { Judgement } from '../alert/judgement.ts';
import type { Transition } from '../alert/transition.ts';
import type { Departure } from '../monitor.ts';
import type { Channel } from './channel.ts';
import { type DrainLimit, drainWithin } from './drain-within.ts';
import { FollowingChannel, type FollowingContext } from './following-channel.ts';
import { type Change, FollowingIncidents } from './following-incidents.ts';

export interface FollowOptions extends Omit<FollowingContext, 'random'> {
  /** By id; those that follow no incidents are left alone. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** From 0 to below 1; spreads retries. */
  readonly random?: () => number;
}

/**
 * Keeps channels that follow incidents told of those that last. It runs beside the probes and never holds one up.
 * Nothing of it is recorded: after a restart the first run of each probe shows what lasts.
 */
export interface Follower {
  /** To be called with every run, before its transitions are recorded. */
  judged(judgement: Judgement): void;
  /** To be called once they are recorded: before, no incident is told. */
  recorded(transitions: readonly Transition[]): void;
  /** To be called where a probe goes on from what somebody else recorded. */
  reopened(probeId: string): void;
  /** To be called when a probe is run no more, or not for now. */
  removed(probeId: string, departure: Departure): void;
  start(): void;
  /** Tells others from now on; what is under way is let end, for as long as said. */
  change(channels: ReadonlyMap<string, Channel>, limit: DrainLimit): Promise<void>;
  /** Tells of those just left for at most `timeout` ms or until `signal` aborts, then stops. */
  stop(limit: DrainLimit): Promise<void>;
}

export function createFollower(options: FollowOptions): Follower {
  const { clock } = options;
  const context: FollowingContext = { random: Math.random, ...options };
  const incidents = new FollowingIncidents();

  const open = (channels: FollowOptions['channels']) =>
    new Map(
      [...channels.values()].flatMap(channel => {
        const { id, following } = channel;
        if (following === undefined) return [];
        const lasting = () => incidents.lastingOf(id);
        return [[id, new FollowingChannel(channel, following, lasting, context)] as const];
      }),
    );
  let followers = open(options.channels);
  let isRunning = false;

  const tell = (change: Change | undefined) => {
    if (change === undefined) return;
    for (const [id, follower] of followers) {
      follower.leave(change.leftOf(id));
      follower.keep(change.lastingOf(id));
    }
  };

  /** Resolves to what the channels are still to be told. */
  const end = async (ending: ReadonlyMap<string, FollowingChannel>, limit: DrainLimit) => {
    const owed = await drainWithin(limit, clock, {
      drain: () =>
        Promise.all([...ending].map(async ([id, each]) => [id, await each.drain()] as const)),
      cutOff() {
        for (const follower of ending.values()) follower.cutOff();
      },
    });
    return new Map(owed);
  };

  return {
    judged: judgement => tell(incidents.judged(judgement)),
    recorded: transitions => incidents.recorded(transitions),
    reopened: probeId => incidents.reopened(probeId),
    removed(probeId, departure) {
      if (departure === 'handed-over') incidents.handedOver(probeId);
      else tell(incidents.ended(probeId));
    },
    start() {
      isRunning = true;
      for (const follower of followers.values()) follower.start();
    },
    async change(channels, limit) {
      const ending = followers;
      followers = open(channels);
      const owed = await end(ending, limit);
      if (!isRunning) return;
      for (const [id, follower] of followers) follower.start(owed.get(id));
    },
    async stop(limit) {
      isRunning = false;
      await end(followers, limit);
    },
  };
}
