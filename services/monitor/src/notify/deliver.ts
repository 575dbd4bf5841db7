import type { Log } from '../report/log.ts';
import type { Clock } from '../schedule/clock.ts';
import type { Channel } from './channel.ts';
import type { Delivery, Outbox } from './outbox.ts';
import { send } from './send.ts';
import { nameOf, settle } from './settle.ts';
import { judgeFailure, type Verdict } from './verdict.ts';

export type DeliveryOutcome = Verdict['outcome'];

export interface DeliverContext {
  readonly outbox: Outbox;
  readonly clock: Pick<Clock, 'wallTime' | 'setTimer'>;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: Pick<Log, 'debug' | 'warn' | 'error'>;
  readonly onDelivered: (channel: string, outcome: DeliveryOutcome) => void;
}

export interface DeliverSteps {
  readonly cutOff: AbortSignal;
  /** Called once the try is over, before what became of it is recorded. */
  readonly onTried?: () => void;
}

/**
 * Tries a delivery once and records what became of it. Past `cutOff` nothing is recorded: it may have
 * arrived and may not, so it stays owed. Never rejects.
 */
export async function deliver(
  delivery: Delivery,
  channel: Channel,
  context: DeliverContext,
  { cutOff, onTried }: DeliverSteps,
): Promise<void> {
  const verdict = await tryOnce(delivery, channel, context, cutOff);
  onTried?.();
  if (verdict === undefined) return;
  logVerdict(delivery, verdict, context.log);
  // Until it is recorded the delivery holds its place: read again from the record it would be sent again.
  await settle(delivery, verdict, context, cutOff);
}

async function tryOnce(
  delivery: Delivery,
  channel: Channel,
  { clock, random }: DeliverContext,
  cutOff: AbortSignal,
): Promise<Verdict | undefined> {
  try {
    await send(channel, delivery.transition, clock, cutOff);
    return { at: clock.wallTime(), outcome: 'sent' };
  } catch (error) {
    if (cutOff.aborted) return undefined;
    return judgeFailure({ delivery, error, at: clock.wallTime(), random: random() });
  }
}

function logVerdict(delivery: Delivery, verdict: Verdict, log: DeliverContext['log']): void {
  const name = nameOf(delivery);
  switch (verdict.outcome) {
    case 'sent':
      log.debug(name, 'notification sent');
      return;
    case 'retried': {
      const retryIn = verdict.notBefore - verdict.at;
      log.warn({ ...name, reason: verdict.reason, retryIn }, 'notification failed; will try again');
      return;
    }
    case 'gave-up':
      log.error({ ...name, reason: verdict.reason }, 'notification given up');
  }
}
