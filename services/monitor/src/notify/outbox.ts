import type { Transition } from '../alert/transition.ts';

/** One transition still owed to one channel. */
export interface Delivery {
  readonly transition: Transition;
  readonly channel: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** Unix milliseconds of the first try, of it or of one it waited behind; absent before. */
  readonly firstTriedAt?: number;
  /** Unix milliseconds before which it is not tried again. */
  readonly notBefore: number;
}

/**
 * The record of what is owed: a delivery leaves it only when it was sent or given up. Of one alert, a channel
 * is owed only the oldest transition: later ones wait behind it, so that no recovery overtakes its incident.
 * Every call settles within a bounded time.
 */
export interface Outbox {
  /** Channels that are owed something, also such as are no longer configured. */
  channels(): Promise<readonly string[]>;
  /** Deliveries of the channel due at `now`, longest due first, at most `limit`. */
  due(channel: string, now: number, limit: number): Promise<readonly Delivery[]>;
  /**
   * The same by alert, all there are: each list begins with a delivery that is due and goes on with those that wait
   * behind it, oldest first. Lists come longest due first, in pages of at most `limit`, read as they are asked for.
   */
  dueLines(
    channel: string,
    now: number,
    limit: number,
  ): AsyncIterable<readonly (readonly Delivery[])[]>;
  /** When the first delivery not yet due at `after` is, in Unix milliseconds; undefined where there is none. */
  nextDue(channel: string, after: number): Promise<number | undefined>;
  /** Whether the channel is owed the transition still, due or not. */
  owes(channel: string, transition: Transition): Promise<boolean>;
  sent(delivery: Delivery, at: number): Promise<void>;
  /** Also counts as `firstTriedAt` for those behind it: what a dead channel is owed stays bounded in age. */
  retry(delivery: Delivery, triedAt: number, notBefore: number): Promise<void>;
  gaveUp(delivery: Delivery, at: number): Promise<void>;
}
