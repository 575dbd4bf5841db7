import type { Clock, Delivery, Outbox } from '@picket/monitor';
import type { Book } from './book.ts';
import { type DeliveryFact, deliveryKey } from './delivery-fact.ts';
import { type Owed, type OwedDelivery, owedBehind } from './owed.ts';
import { toTransition } from './pending-transition.ts';

export interface StatusOutboxSettings {
  readonly owed: Owed;
  readonly clock: Pick<Clock, 'setTimer'>;
  /** The book of a probe, also of one that is being let go of. */
  readonly find: (probeId: string) => Book | undefined;
  /** A fact was noted in the book. */
  readonly onNoted: (book: Book) => void;
}

/** The outbox over what is written, and who waits for an outcome to be written. */
export interface StatusOutbox extends Outbox {
  /** To be called when something of the book may have been written. */
  settle(book: Book): void;
  /** Something could not be written of the book: whoever waits for it is told to try again. */
  fail(book: Book, error: unknown): void;
  /** Nothing is written of the book any more. */
  forget(book: Book): void;
  close(): void;
}

interface Waiting {
  readonly key: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds that an outcome may take to be written before whoever waits for it is told that it was not yet. */
const longestWait = 10_000;

export function createStatusOutbox(settings: StatusOutboxSettings): StatusOutbox {
  const { owed, clock, find, onNoted } = settings;
  const waiting = new Map<Book, Set<Waiting>>();
  let isClosed = false;

  /** Resolves once the fact is written; rejects where it was not in time, but it is held on to nevertheless. */
  const wait = (book: Book, key: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const all = waiting.get(book) ?? new Set();
      waiting.set(book, all);
      const leave = () => {
        cancel();
        all.delete(entry);
        if (all.size === 0) waiting.delete(book);
      };
      const entry: Waiting = {
        key,
        resolve() {
          leave();
          resolve();
        },
        reject(error) {
          leave();
          reject(error);
        },
      };
      const cancel = clock.setTimer(longestWait, () => {
        entry.reject(new Error(`not written to the status of ${book.id} within 10 s`));
      });
      all.add(entry);
    });

  const note = async (fact: DeliveryFact, probeId: string): Promise<void> => {
    const book = find(probeId);
    // Where it says nothing new, the delivery is owed no more or its probe is gone: nothing is to be recorded.
    if (book === undefined || !book.note(fact)) return;
    if (isClosed) throw new Error('closed');
    onNoted(book);
    await wait(book, deliveryKey(fact));
  };

  const entriesOf = (book: Book) => [...(waiting.get(book) ?? [])];

  return {
    channels: async () => owed.channels(),
    due: async (channel, now, limit) => owed.list(channel).take(now, limit).map(deliveryOf),
    async *dueLines(channel, now, limit) {
      for (let skip = 0; ; skip += limit) {
        const first = owed.list(channel).take(now, limit, skip);
        if (first.length === 0) return;
        yield first.map(delivery => [delivery, ...owedBehind(delivery)].map(deliveryOf));
      }
    },
    nextDue: async (channel, after) => owed.list(channel).next(after)?.dueAt,
    owes: async (channel, { id, probe }) =>
      (find(probe.id)?.known.status.pending ?? []).some(
        each => each.id === id && each.deliveries.some(owed => owed.channel === channel),
      ),
    sent: ({ transition, channel }) =>
      note({ transition: transition.id, channel, outcome: 'settled' }, transition.probe.id),
    gaveUp: ({ transition, channel }) =>
      note({ transition: transition.id, channel, outcome: 'settled' }, transition.probe.id),
    retry({ transition, channel, attempts }, triedAt, notBefore) {
      const outcome = { outcome: 'failed', attempts: attempts + 1, triedAt, notBefore } as const;
      return note({ transition: transition.id, channel, ...outcome }, transition.probe.id);
    },
    settle(book) {
      for (const entry of entriesOf(book)) if (!book.hasFact(entry.key)) entry.resolve();
    },
    fail(book, error) {
      for (const entry of entriesOf(book)) if (book.hasFact(entry.key)) entry.reject(error);
    },
    forget(book) {
      for (const entry of entriesOf(book)) entry.resolve();
    },
    close() {
      isClosed = true;
      for (const book of [...waiting.keys()]) {
        for (const entry of entriesOf(book)) entry.reject(new Error('the status writer is closed'));
      }
    },
  };
}

function deliveryOf({
  book,
  transition,
  channel,
  attempts,
  firstTriedAt,
  dueAt,
}: OwedDelivery): Delivery {
  return {
    transition: toTransition(transition, book.known.probe),
    channel,
    attempts,
    ...(firstTriedAt !== undefined && { firstTriedAt }),
    notBefore: dueAt,
  };
}
