import type { StateChange } from '@picket/monitor';
import type { ProbeResource } from '../resource/probe-resource.ts';
import { Book, type Heard, type Recorded } from './book.ts';
import type { Pending } from './delivery-fact.ts';
import { writeKinds } from './desired-status.ts';
import { Holdings } from './holdings.ts';
import { knowledgeOf } from './known.ts';
import { createStatusOutbox, type StatusOutbox } from './outbox.ts';
import { createOwed, type Owed } from './owed.ts';
import { toTransition } from './pending-transition.ts';
import { type PutContext, putStatus } from './put-status.ts';
import type { StatusWriter, StatusWriterSettings, Verdict } from './status-writer.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** Holds a book for each probe, and sees to what follows from whatever is done to one. */
export class BookStatusWriter implements StatusWriter {
  readonly outbox: StatusOutbox;
  readonly #settings: StatusWriterSettings;
  readonly #holdings: Holdings;
  /** Books of which something is to be written, or is being written. */
  readonly #unwritten = new Set<Book>();
  readonly #owed: Owed;
  readonly #queue: WriteQueue<Book>;
  readonly #flushes = new Set<() => void>();
  readonly #closed = new AbortController();

  constructor(settings: StatusWriterSettings) {
    const { clock } = settings;
    this.#settings = settings;
    this.#owed = createOwed(clock);
    this.#holdings = new Holdings({
      clock,
      onReleased: book => this.#follow(book),
      onExpired: book => this.#expire(book),
    });
    this.outbox = createStatusOutbox({
      owed: this.#owed,
      clock,
      find: id => this.#holdings.findById(id),
      onNoted: book => this.#follow(book),
    });
    const context: PutContext = {
      ...settings,
      signal: this.#closed.signal,
      onRecorded: (book, recorded) => this.#recorded(book, recorded),
      onHeard: (book, heard) => this.#heard(book, heard),
      onGone: book => this.#forget(book),
      onFailed: (book, error) => this.#failed(book, error),
    };
    this.#queue = createWriteQueue<Book>({
      ...settings,
      priorityOf: book => this.#priorityOf(book),
      write: book => putStatus(book, context),
    });
  }

  get unwritten(): number {
    return this.#unwritten.size;
  }

  adopt(resource: ProbeResource): void {
    if (this.#closed.signal.aborted) return;
    const known = knowledgeOf(resource);
    const book = this.#holdings.find(resource.metadata.uid);
    if (book !== undefined) {
      this.#holdings.own(book);
      this.#heard(book, book.hear(known));
      return;
    }
    // One of the same name that was deleted.
    const before = this.#holdings.findById(known.probe.id);
    if (before !== undefined) this.#forget(before);
    const added = new Book(resource.metadata.uid, known);
    this.#holdings.add(added);
    this.#follow(added);
  }

  release(uid: string): void {
    const book = this.#holdings.find(uid);
    if (book === undefined) return;
    this.#holdings.release(book);
    book.leaveVerdict();
    this.#follow(book);
  }

  drop(uid: string): void {
    const book = this.#holdings.find(uid);
    if (book !== undefined) this.#forget(book);
  }

  judge(uid: string, verdict: Verdict): void {
    const book = this.#holdings.find(uid);
    if (book === undefined || this.#holdings.holdOf(book) !== 'owned') return;
    book.judge(verdict, this.#settings.clock.wallTime());
    this.#follow(book);
  }

  observed(id: string): void {
    const book = this.#holdings.findById(id);
    if (book?.observe(this.#settings.clock.wallTime())) this.#follow(book);
  }

  put(change: StateChange): void {
    const book = this.#holdings.find(change.uid);
    if (book === undefined) return;
    const { alwaysTell, clock } = this.#settings;
    const channels = [...new Set([...change.channels, ...alwaysTell])];
    const givenUp = book.put(change, channels, clock.wallTime());
    this.#follow(book);
    this.#tellGivenUp(book, givenUp);
  }

  open(id: string): ReturnType<StatusWriter['open']> {
    const book = this.#holdings.findById(id);
    if (book === undefined) return Promise.reject(new Error(`the probe ${id} is not held here`));
    if (!book.isVoid) return Promise.resolve(book.open());
    // In a turn of its own, so that no run can end between the answer and whoever waits for it: what the ledger
    // from before says is not taken, and what the next one says is.
    return new Promise(resolve => {
      this.#settings.clock.afterOthers(() => resolve(book.open()));
    });
  }

  flush(signal: AbortSignal): Promise<void> {
    this.#queue.hurry();
    return new Promise(resolve => {
      const end = () => {
        signal.removeEventListener('abort', end);
        this.#flushes.delete(end);
        resolve();
      };
      this.#flushes.add(end);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted || this.#closed.signal.aborted) end();
      this.#endFlushes();
    });
  }

  close(): void {
    this.#closed.abort();
    this.#queue.close();
    this.#holdings.close();
    this.outbox.close();
    for (const end of [...this.#flushes]) end();
  }

  #priorityOf(book: Book): number | undefined {
    const kind = this.#holdings.holdOf(book) && book.plan();
    return kind && writeKinds.indexOf(kind);
  }

  #heard(book: Book, heard: Heard): void {
    if (heard.kind === 'recorded') this.#recorded(book, heard.recorded);
    else this.#follow(book);
    if (heard.kind === 'superseded' && this.#holdings.holdOf(book) === 'owned') {
      this.#settings.onSuperseded(book.id);
    }
  }

  #recorded(book: Book, { change, givenUp }: Recorded): void {
    this.#follow(book);
    if (change !== undefined) this.#settings.onRecorded(change);
    this.#tellGivenUp(book, givenUp);
    if (book.isAltered) {
      const problem =
        'the API server keeps another status than was written: is its CRD an old one?';
      this.#settings.onError(new Error(problem), book.id);
    }
  }

  #failed(book: Book, error: unknown): void {
    this.outbox.fail(book, error);
    this.#settings.onError(error, book.id);
  }

  #tellGivenUp({ known }: Book, givenUp: Pending): void {
    for (const pending of givenUp) {
      const transition = toTransition(pending, known.probe);
      for (const { channel } of pending.deliveries) {
        this.#settings.onGivenUp?.({ transition, channel });
      }
    }
  }

  /** To be called after whatever was done to a book. */
  #follow(book: Book): void {
    const hold = this.#holdings.holdOf(book);
    if (hold === undefined || this.#closed.signal.aborted) return;
    const owesMore = this.#owed.update(book, hold === 'owned');
    this.outbox.settle(book);
    if (book.isWriting || book.plan() !== undefined) {
      this.#unwritten.add(book);
      this.#queue.add(book);
    } else {
      this.#unwritten.delete(book);
      if (hold === 'released') this.#forget(book);
      this.#endFlushes();
    }
    if (owesMore) this.#settings.onOwed?.();
  }

  #forget(book: Book): void {
    if (this.#holdings.holdOf(book) === undefined) return;
    this.#holdings.remove(book);
    this.#queue.remove(book);
    this.#unwritten.delete(book);
    this.#owed.update(book, false);
    this.outbox.forget(book);
    this.#endFlushes();
  }

  #expire(book: Book): void {
    const problem =
      'the probe was released 5 minutes ago and could not be written: its last counts are lost';
    this.#settings.onError(new Error(problem), book.id);
    this.#forget(book);
  }

  #endFlushes(): void {
    if (this.#unwritten.size === 0) for (const end of [...this.#flushes]) end();
  }
}
