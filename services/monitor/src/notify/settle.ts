import type { DeliverContext } from './deliver.ts';
import type { Delivery, Outbox } from './outbox.ts';
import { persist } from './persist.ts';
import type { Verdict } from './verdict.ts';

/** Records what became of a delivery, again and again until it is recorded: true. False where `cutOff` came first. */
export async function settle(
  delivery: Delivery,
  verdict: Verdict,
  context: DeliverContext,
  cutOff: AbortSignal,
): Promise<boolean> {
  const recorded = await persist(() => record(delivery, verdict, context.outbox), {
    clock: context.clock,
    random: context.random,
    signal: cutOff,
    onFailure: err => {
      context.log.error({ err, ...nameOf(delivery) }, 'cannot record a delivery; will try again');
    },
  });
  if (recorded) context.onDelivered(delivery.channel, verdict.outcome);
  return recorded;
}

/** How the log names a delivery. */
export function nameOf({ channel, transition }: Delivery) {
  return { channel, transition: transition.id };
}

function record(delivery: Delivery, verdict: Verdict, outbox: Outbox): Promise<void> {
  switch (verdict.outcome) {
    case 'sent':
      return outbox.sent(delivery, verdict.at);
    case 'retried':
      return outbox.retry(delivery, verdict.at, verdict.notBefore);
    case 'gave-up':
      return outbox.gaveUp(delivery, verdict.at);
  }
}
