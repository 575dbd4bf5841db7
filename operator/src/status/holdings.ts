import type { Clock } from '@picket/monitor';
import type { Book } from './book.ts';

/** How a book is held. */
export type Hold =
  | 'owned'
  /** Released a moment ago: what becomes of deliveries under way may still come. */
  | 'lingering'
  /** Until everything is written. */
  | 'released';

/** Milliseconds that a released book lingers; and that it is kept while something of it can't be written. */
const limits = { lingering: 30_000, released: 300_000 } as const;

interface Holding {
  readonly book: Book;
  hold: Hold;
  cancelTimers: () => void;
}

export interface HoldingsSettings {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** It lingers no more. */
  readonly onReleased: (book: Book) => void;
  /** It was kept for as long as it may be. */
  readonly onExpired: (book: Book) => void;
}

/** The books held here, by uid and by id. */
export class Holdings {
  readonly #settings: HoldingsSettings;
  readonly #byUid = new Map<string, Holding>();
  readonly #byId = new Map<string, Holding>();

  constructor(settings: HoldingsSettings) {
    this.#settings = settings;
  }

  find(uid: string): Book | undefined {
    return this.#byUid.get(uid)?.book;
  }

  findById(id: string): Book | undefined {
    return this.#byId.get(id)?.book;
  }

  /** Undefined where it is not held, or not any more. */
  holdOf(book: Book): Hold | undefined {
    const holding = this.#byUid.get(book.uid);
    return holding?.book === book ? holding.hold : undefined;
  }

  /** To be called where no book of its uid or id is held. */
  add(book: Book): void {
    const holding: Holding = { book, hold: 'owned', cancelTimers() {} };
    this.#byUid.set(book.uid, holding);
    this.#byId.set(book.id, holding);
  }

  own(book: Book): void {
    const holding = this.#byUid.get(book.uid);
    if (holding === undefined) return;
    holding.cancelTimers();
    holding.hold = 'owned';
  }

  release(book: Book): void {
    const holding = this.#byUid.get(book.uid);
    if (holding?.hold !== 'owned') return;
    const { clock, onReleased, onExpired } = this.#settings;
    holding.hold = 'lingering';
    const cancels = [
      clock.setTimer(limits.lingering, () => {
        holding.hold = 'released';
        onReleased(book);
      }),
      clock.setTimer(limits.released, () => onExpired(book)),
    ];
    holding.cancelTimers = () => {
      for (const cancel of cancels) cancel();
    };
  }

  remove(book: Book): void {
    this.#byUid.get(book.uid)?.cancelTimers();
    this.#byUid.delete(book.uid);
    this.#byId.delete(book.id);
  }

  close(): void {
    for (const { cancelTimers } of this.#byUid.values()) cancelTimers();
  }
}
