import type { Clock } from '@picket/monitor';
import type { PendingDelivery, PendingTransition } from '../resource/status.ts';
import type { Book } from './book.ts';
import { deliveryKey, lineOf } from './delivery-fact.ts';
import { createDueList, type Due, type DueList } from './due-list.ts';
import { fromTimestamp } from './timestamp.ts';

/** A delivery that may be sent: the first of its line, as it is written. */
export interface OwedDelivery extends Due {
  readonly book: Book;
  readonly transition: PendingTransition;
  readonly channel: string;
  readonly attempts: number;
  /** Unix milliseconds. */
  readonly firstTriedAt?: number;
}

/** What the books of the probes owned here owe, by channel. */
export interface Owed {
  /**
   * To be called whenever what a book owes, as it is written, or whether it is ours may have changed. True where
   * something may be sent now that might not before.
   */
  update(book: Book, isOurs: boolean): boolean;
  channels(): readonly string[];
  list(channel: string): Pick<DueList<OwedDelivery>, 'take' | 'next'>;
}

const nothing = createDueList<OwedDelivery>();

export function createOwed(clock: Pick<Clock, 'wallTime'>): Owed {
  const lists = new Map<string, DueList<OwedDelivery>>();
  const known = new Map<Book, readonly OwedDelivery[]>();

  const remove = (delivery: OwedDelivery) => {
    const list = lists.get(delivery.channel);
    list?.remove(delivery);
    if (list?.size === 0) lists.delete(delivery.channel);
  };
  const add = (delivery: OwedDelivery) => {
    const list = lists.get(delivery.channel) ?? createDueList<OwedDelivery>();
    lists.set(delivery.channel, list);
    list.add(delivery);
  };

  return {
    update(book, isOurs) {
      const before = known.get(book) ?? [];
      const after = isOurs ? firstOfLines(book, clock.wallTime()) : [];
      before.forEach(remove);
      after.forEach(add);
      if (after.length === 0) known.delete(book);
      else known.set(book, after);
      return after.some(delivery => !before.some(other => isSame(delivery, other)));
    },
    channels: () => [...lists.keys()],
    list: channel => lists.get(channel) ?? nothing,
  };
}

function isSame(a: OwedDelivery, b: OwedDelivery): boolean {
  return a.transition.id === b.transition.id && a.channel === b.channel;
}

/** What waits behind the first of its line, oldest first, up to one whose outcome is not written yet. */
export function owedBehind(first: OwedDelivery): OwedDelivery[] {
  const { book, transition, channel } = first;
  const pending = book.known.status.pending ?? [];
  const line = lineOf(channel, transition);
  const behind: OwedDelivery[] = [];
  for (const next of pending.slice(pending.indexOf(transition) + 1)) {
    const delivery = next.deliveries.find(each => each.channel === channel);
    if (delivery === undefined || lineOf(channel, next) !== line) continue;
    if (book.hasFact(deliveryKey({ transition: next.id, channel }))) break;
    behind.push(owedDelivery(book, next, delivery, first.dueAt));
  }
  return behind;
}

/** One whose outcome is not written yet is not sent again, and holds up its line. */
function firstOfLines(book: Book, now: number): OwedDelivery[] {
  const lines = new Set<string>();
  return (book.known.status.pending ?? []).flatMap(transition =>
    transition.deliveries.flatMap(delivery => {
      const { channel } = delivery;
      const line = lineOf(channel, transition);
      if (lines.has(line)) return [];
      lines.add(line);
      if (book.hasFact(deliveryKey({ transition: transition.id, channel }))) return [];
      // Another replica's clock may be ahead of ours.
      const at = Math.min(fromTimestamp(transition.at) ?? now, now);
      const dueAt = fromTimestamp(delivery.notBefore) ?? at;
      return owedDelivery(book, transition, delivery, dueAt);
    }),
  );
}

function owedDelivery(
  book: Book,
  transition: PendingTransition,
  { channel, attempts, firstTriedAt: tried }: PendingDelivery,
  dueAt: number,
): OwedDelivery {
  const firstTriedAt = fromTimestamp(tried);
  const known = { book, transition, channel, attempts, dueAt };
  return firstTriedAt === undefined ? known : { ...known, firstTriedAt };
}
