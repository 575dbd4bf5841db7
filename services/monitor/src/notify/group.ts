import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Delivery, Outbox } from './outbox.ts';

/** What one message tells of: each list holds deliveries of one alert, oldest first. */
export type Group = readonly (readonly Delivery[])[];

/** Alerts read from the record at once. */
const page = 128;
/** Deliveries in one message: the next one tells of the rest. */
const mostDeliveries = 20_000;
/** Past so many, exchanges are left out: they are for whoever looks at a single incident. */
const mostWhole = 64;

/** Reads what the channel is owed at `now`, page by page, between which others have their turn. */
export async function readGroup(outbox: Outbox, channel: string, now: number): Promise<Group> {
  const lines = new Map<string, readonly Delivery[]>();
  let count = 0;
  for await (const read of outbox.dueLines(channel, now, page)) {
    for (const line of read) {
      const [first] = line;
      // What comes due between two pages may shift them: an alert is read once.
      if (first === undefined || lines.has(first.transition.id)) continue;
      lines.set(first.transition.id, count < mostWhole ? line : line.map(withoutExchange));
      count += line.length;
    }
    if (count >= mostDeliveries) break;
    if (read.length === page) await othersTurn();
  }
  return [...lines.values()];
}

function withoutExchange(delivery: Delivery): Delivery {
  const { exchange: _, ...transition } = delivery.transition;
  return { ...delivery, transition };
}
