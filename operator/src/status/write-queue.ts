import type { Clock } from '@picket/monitor';
import type { WriteLimit } from '../kube/write-limit.ts';
import { type BackoffRange, backoff } from './backoff.ts';

/** What came of a write. `retryAfter` is in milliseconds. */
export type WriteOutcome =
  /** The server answered: what is still to be written can be tried at once. */
  | { readonly kind: 'answered' }
  /** There was nothing to write any more, and the server was not asked. */
  | { readonly kind: 'unneeded' }
  /** The server is away or overloaded, which is nobody's own fault: all wait. */
  | { readonly kind: 'unavailable'; readonly retryAfter?: number }
  /** This one could not be written: it waits, longer where the server refused it. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'refused' };

export interface WriteQueueSettings<T> {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** From 0 to below 1; spreads retries. */
  readonly random: () => number;
  readonly limit: WriteLimit;
  /** Writes under way at once. */
  readonly concurrency: number;
  /** How urgent a write is, 0 to 3, 0 first; undefined where nothing is to be written. */
  readonly priorityOf: (item: T) => number | undefined;
  /** Never rejects, and never runs twice at a time for one item. */
  readonly write: (item: T) => Promise<WriteOutcome>;
}

/**
 * Who is to be written next: the most urgent, and of equals the one that has waited longest, once the limit allows
 * a write and there is room. While the server is away one write at a time asks whether it is back.
 */
export interface WriteQueue<T> {
  /** There may be something to write of the item. One that waits after a failure goes on waiting. */
  add(item: T): void;
  remove(item: T): void;
  /** Tries at once what waits after a failure. */
  hurry(): void;
  close(): void;
}

const retries: BackoffRange = { first: 1000, longest: 15_000 };
const refusals: BackoffRange = { first: 15_000, longest: 300_000 };
/** Shorter than what an item waits, so that one that alone finds the server away is not the next to ask. */
const pauses: BackoffRange = { first: 500, longest: 7500 };
/** Milliseconds that the server may ask us to wait. */
const longestPause = 60_000;
const priorities = [0, 1, 2, 3];

export function createWriteQueue<T>(settings: WriteQueueSettings<T>): WriteQueue<T> {
  return new PriorityWriteQueue(settings);
}

class PriorityWriteQueue<T> implements WriteQueue<T> {
  readonly #settings: WriteQueueSettings<T>;
  /** By priority; an item stands in one at most. */
  readonly #lines = priorities.map(() => new Set<T>());
  readonly #writing = new Set<T>();
  /** Items that failed, until they are tried again. */
  readonly #waits = new Map<T, () => void>();
  /** Failures of one kind in a row: an outage makes the wait after a refusal no longer. */
  readonly #failures = new Map<T, { readonly range: BackoffRange; readonly count: number }>();
  /** How often in a row the server was found away. */
  #outages = 0;
  #endPause: (() => void) | undefined;
  #taking: { readonly priority: number; readonly end: AbortController } | undefined;
  #isPumping = false;
  #isClosed = false;

  constructor(settings: WriteQueueSettings<T>) {
    this.#settings = settings;
  }

  add(item: T): void {
    if (this.#isClosed || this.#writing.has(item) || this.#waits.has(item)) return;
    const priority = this.#settings.priorityOf(item);
    const place = this.#lines.findIndex(line => line.has(item));
    if (place !== priority) {
      this.#lines[place]?.delete(item);
      if (priority !== undefined) this.#lines[priority]?.add(item);
    }
    // What waits for the limit gives way to what is more urgent.
    if (priority !== undefined && this.#taking && priority < this.#taking.priority) {
      this.#taking.end.abort();
    }
    void this.#pump();
  }

  remove(item: T): void {
    for (const line of this.#lines) line.delete(item);
    this.#waits.get(item)?.();
    this.#waits.delete(item);
    this.#failures.delete(item);
  }

  hurry(): void {
    this.#outages = 0;
    this.#failures.clear();
    this.#endPause?.();
    for (const item of [...this.#waits.keys()]) this.#endWait(item);
    void this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    this.#taking?.end.abort();
    this.#endPause?.();
    for (const cancel of this.#waits.values()) cancel();
    this.#waits.clear();
    for (const line of this.#lines) line.clear();
  }

  /** Starts writes for as long as there are any to start. */
  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    for (let line = this.#best(); line !== undefined; line = this.#best()) {
      if (await this.#isAllowed(line)) this.#startBest();
    }
    this.#isPumping = false;
  }

  /** The priority of the item to be written next; undefined where none may be written now. */
  #best(): number | undefined {
    const room = this.#outages > 0 ? 1 : this.#settings.concurrency;
    if (this.#isClosed || this.#endPause || this.#writing.size >= room) return undefined;
    return priorities.find(priority => this.#lines[priority]?.size);
  }

  /** False where something more urgent came meanwhile. */
  async #isAllowed(priority: number): Promise<boolean> {
    const end = new AbortController();
    this.#taking = { priority, end };
    try {
      await this.#settings.limit.take(priority, end.signal);
      return true;
    } catch (error) {
      if (!end.signal.aborted) throw error;
      return false;
    } finally {
      this.#taking = undefined;
    }
  }

  #startBest(): void {
    const line = this.#lines[this.#best() ?? priorities.length];
    const [item] = line ?? [];
    if (line === undefined || item === undefined) return;
    line.delete(item);
    void this.#write(item);
  }

  async #write(item: T): Promise<void> {
    this.#writing.add(item);
    const outcome = await this.#settings.write(item);
    this.#writing.delete(item);
    if (this.#isClosed) return;
    this.#settle(item, outcome);
    this.add(item);
    void this.#pump();
  }

  #settle(item: T, outcome: WriteOutcome): void {
    if (outcome.kind === 'unneeded') return;
    if (outcome.kind === 'answered') {
      this.#outages = 0;
      this.#failures.delete(item);
      return;
    }
    if (outcome.kind === 'unavailable') this.#pause(outcome.retryAfter ?? 0);
    this.#wait(item, outcome.kind === 'refused' ? refusals : retries);
  }

  #wait(item: T, range: BackoffRange): void {
    const before = this.#failures.get(item);
    const count = before?.range === range ? before.count + 1 : 1;
    this.#failures.set(item, { range, count });
    const { clock, random } = this.#settings;
    const ms = backoff(count, range, random());
    this.#waits.set(
      item,
      clock.setTimer(ms, () => this.#endWait(item)),
    );
  }

  #endWait(item: T): void {
    this.#waits.get(item)?.();
    this.#waits.delete(item);
    this.add(item);
  }

  /** Writes that were under way together find the server away together, which is one outage. */
  #pause(asked: number): void {
    if (this.#endPause !== undefined) return;
    this.#outages++;
    const { clock, random } = this.#settings;
    const ms = Math.max(backoff(this.#outages, pauses, random()), Math.min(asked, longestPause));
    const cancel = clock.setTimer(ms, () => {
      this.#endPause?.();
      void this.#pump();
    });
    this.#endPause = () => {
      cancel();
      this.#endPause = undefined;
    };
  }
}
