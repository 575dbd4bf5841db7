import type { Transition } from '../alert/transition.ts';

/** One transition still owed to one channel. */
export interface Delivery {
  readonly transition: Transition;
  readonly channel: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** Unix milliseconds of the first try; absent before it. */
  readonly firstTriedAt?: number;
  /** Unix milliseconds before which it is not tried again. */
  readonly notBefore: number;
}

/** The record of what is owed: a delivery leaves it only when it was sent or given up. */
export interface Outbox {
  /** Deliveries due at `now`, oldest transition first, at most `limit`. */
  due(now: number, limit: number): Promise<readonly Delivery[]>;
  /** When the next delivery is due, in Unix milliseconds; undefined where none is owed. */
  nextDue(): Promise<number | undefined>;
  sent(delivery: Delivery, at: number): Promise<void>;
  retry(delivery: Delivery, triedAt: number, notBefore: number): Promise<void>;
  gaveUp(delivery: Delivery, at: number): Promise<void>;
}
