import type { PendingDelivery, PendingTransition } from '../resource/status.ts';
import { toTimestamp } from './timestamp.ts';

/** What became of an attempt to deliver. It holds whatever the record says meanwhile, so it can be written late. */
export type DeliveryFact = {
  /** Id of the transition. */
  readonly transition: string;
  readonly channel: string;
} & (
  | { readonly outcome: 'settled' }
  | {
      readonly outcome: 'failed';
      /** How many attempts failed, this one included. */
      readonly attempts: number;
      /** Unix milliseconds. */
      readonly triedAt: number;
      readonly notBefore: number;
    }
);

export type Pending = readonly PendingTransition[];

/** Which delivery a fact is of, as one text for maps in memory. */
export function deliveryKey({
  transition,
  channel,
}: Pick<DeliveryFact, 'transition' | 'channel'>): string {
  return JSON.stringify([transition, channel]);
}

/** Transitions of one alert keep their order on each channel: they are one line. */
export function lineOf(channel: string, { request, alert }: PendingTransition): string {
  return JSON.stringify([channel, request.name, alert.name]);
}

/** What is owed once the fact counts; the very same list where it says nothing new. */
export function withFact(pending: Pending, fact: DeliveryFact): Pending {
  const told = pending.find(({ id }) => id === fact.transition);
  const delivery = told?.deliveries.find(({ channel }) => channel === fact.channel);
  if (told === undefined || delivery === undefined) return pending;
  if (fact.outcome === 'settled') return without(pending, fact);
  const line = lineOf(fact.channel, told);
  const triedAt = toTimestamp(fact.triedAt);
  const after: PendingDelivery = {
    ...delivery,
    attempts: fact.attempts,
    notBefore: toTimestamp(fact.notBefore),
  };
  const isSame = delivery.attempts === after.attempts && delivery.notBefore === after.notBefore;
  const tried = markTried(pending, line, fact.channel, triedAt);
  if (isSame) return tried;
  return replaceDeliveries(tried, (transition, { channel, firstTriedAt = triedAt }) =>
    transition.id === fact.transition && channel === fact.channel
      ? { ...after, firstTriedAt }
      : undefined,
  );
}

/** A transition owed to nobody any more goes with its last delivery. */
function without(pending: Pending, fact: DeliveryFact): Pending {
  return pending.flatMap(transition => {
    if (transition.id !== fact.transition) return [transition];
    const deliveries = transition.deliveries.filter(({ channel }) => channel !== fact.channel);
    return deliveries.length === 0 ? [] : [{ ...transition, deliveries }];
  });
}

/** The time of those behind begins with the one they wait for, so that a dead channel's debt is bounded in age. */
function markTried(pending: Pending, line: string, channel: string, firstTriedAt: string): Pending {
  return replaceDeliveries(pending, (transition, delivery) =>
    delivery.channel === channel &&
    delivery.firstTriedAt === undefined &&
    lineOf(channel, transition) === line
      ? { ...delivery, firstTriedAt }
      : undefined,
  );
}

/** Replaces those deliveries for which there is another; the very same list where there is none. */
function replaceDeliveries(
  pending: Pending,
  replace: (
    transition: PendingTransition,
    delivery: PendingDelivery,
  ) => PendingDelivery | undefined,
): Pending {
  let hasChanged = false;
  const after = pending.map(transition => ({
    ...transition,
    deliveries: transition.deliveries.map(delivery => {
      const other = replace(transition, delivery);
      if (other !== undefined) hasChanged = true;
      return other ?? delivery;
    }),
  }));
  return hasChanged ? after : pending;
}
