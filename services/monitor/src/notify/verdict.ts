import { backoff } from './backoff.ts';
import { DeliveryError } from './delivery-error.ts';
import type { Delivery } from './outbox.ts';

/** Milliseconds for which a receiver may ask to be left alone. */
const longestAsked = 10 * 60 * 1000;
/** Milliseconds from the first try after which a failure is the last. */
const giveUpAfter = 24 * 60 * 60 * 1000;

/** What becomes of a delivery after a try; `at` is the Unix time of the try's end in milliseconds. */
export type Verdict = { readonly at: number } & (
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'retried'; readonly notBefore: number; readonly reason: string }
  | { readonly outcome: 'gave-up'; readonly reason: string }
);

export interface FailedTry {
  readonly delivery: Delivery;
  readonly error: unknown;
  /** Unix milliseconds of the end of the try. */
  readonly at: number;
  /** From 0 to below 1. */
  readonly random: number;
}

/**
 * The last try is made when the time is up; a delivery whose time ran out while no process was there to try
 * it gets that last try too.
 */
export function judgeFailure({ delivery, error, at, random }: FailedTry): Verdict {
  const reason = wordFailure(error);
  const giveUpAt = (delivery.firstTriedAt ?? at) + giveUpAfter;
  if (at >= giveUpAt) return { at, outcome: 'gave-up', reason };
  const wait = waitAfter(error, delivery.attempts + 1, random);
  return { at, outcome: 'retried', notBefore: Math.min(at + wait, giveUpAt), reason };
}

/** Milliseconds until the next try: as the receiver asks, else a backoff; `random` is from 0 to below 1. */
export function waitAfter(error: unknown, attempts: number, random: number): number {
  const asked = error instanceof DeliveryError ? (error.retryAfter ?? 0) : 0;
  return Math.max(backoff(attempts, random), Math.min(asked, longestAsked));
}

/** Foreign errors may hold an address with its secrets, so only their name is told. */
export function wordFailure(error: unknown): string {
  if (error instanceof DeliveryError) return error.message;
  return `the channel failed unexpectedly (${error instanceof Error ? error.name : typeof error})`;
}
