import type { DeliverContext } from './deliver.ts';
import type { Outbox } from './outbox.ts';

const batch = 256;

/** Gives up what is owed to channels that are no longer configured: nobody is left to send it. Never rejects. */
export async function giveUpUnknown(
  channels: ReadonlyMap<string, unknown>,
  context: DeliverContext,
): Promise<void> {
  try {
    const owed = await context.outbox.channels();
    for (const channel of owed) if (!channels.has(channel)) await giveUpAll(channel, context);
  } catch (err) {
    context.log.error({ err }, 'cannot give up what is owed to removed channels');
  }
}

async function giveUpAll(channel: string, context: DeliverContext): Promise<void> {
  for (;;) {
    const deliveries = await readAll(channel, context.outbox);
    if (deliveries.length === 0) return;
    await Promise.all(
      deliveries.map(async delivery => {
        await context.outbox.gaveUp(delivery, context.clock.wallTime());
        context.log.error(
          { channel, transition: delivery.transition.id },
          'notification given up: its channel is no longer configured',
        );
        context.onDelivered(channel, 'gave-up');
      }),
    );
  }
}

/** Whenever they are due: also those backing off. */
function readAll(channel: string, outbox: Outbox) {
  return outbox.due(channel, Number.MAX_SAFE_INTEGER, batch);
}
