import type { Delivery, Outbox } from '@picket/monitor';

/** The outbox, with somebody told of each delivery that was given up. */
export function tellingGivenUp(outbox: Outbox, onGivenUp: (delivery: Delivery) => void): Outbox {
  return {
    channels: () => outbox.channels(),
    due: (...query) => outbox.due(...query),
    dueLines: (...query) => outbox.dueLines(...query),
    nextDue: (...query) => outbox.nextDue(...query),
    owes: (...query) => outbox.owes(...query),
    sent: (...outcome) => outbox.sent(...outcome),
    retry: (...outcome) => outbox.retry(...outcome),
    async gaveUp(delivery, at) {
      await outbox.gaveUp(delivery, at);
      onGivenUp(delivery);
    },
  };
}
