import type { Cancel, Clock } from '@picket/monitor';
import { retryBackoff } from './retry-backoff.ts';

/** What is to become of a key that was processed. */
export type Processed = 'done' | { readonly againIn: number };

export interface WorkQueueSettings {
  readonly clock: Pick<Clock, 'now' | 'setTimer' | 'afterOthers'>;
  /** From 0 to below 1; spreads retries. */
  readonly random: () => number;
  /** Keys processed at once; never one key twice at a time. */
  readonly concurrency: number;
  /** One key. A rejection puts it back with a backoff of its own (5 ms, doubled up to 5 minutes). */
  readonly process: (key: string) => Promise<Processed>;
  readonly onError: (error: unknown, key: string) => void;
  readonly observer?: WorkQueueObserver;
}

/** What metrics are made of; milliseconds. */
export interface WorkQueueObserver {
  added(): void;
  started(waited: number): void;
  ended(took: number, outcome: 'done' | 'again' | 'error'): void;
  retried(): void;
}

/** After client-go's: a key added while it is processed is processed once more afterwards, and only once. */
export interface WorkQueue {
  add(key: string): void;
  /** Asked for several times, it comes at the soonest. */
  addAfter(key: string, ms: number): void;
  /** Keys that wait for their turn, without those that wait for their time. */
  readonly depth: number;
  /** Milliseconds each key now in process has been so. */
  unfinished(): readonly number[];
  start(): void;
  /** Takes no more keys and forgets those that wait; resolves when none is being processed. */
  stop(): Promise<void>;
}

export function createWorkQueue(settings: WorkQueueSettings): WorkQueue {
  return new KeyQueue(settings);
}

interface Delayed {
  /** On the clock. */
  readonly at: number;
  readonly cancel: Cancel;
}

class KeyQueue implements WorkQueue {
  readonly #settings: WorkQueueSettings;
  /** Keys that must be processed, by when they were added: each in `#turns` or in `#processing`. */
  readonly #dirty = new Map<string, number>();
  /** The order in which dirty keys that are not in process come. */
  readonly #turns: string[] = [];
  /** Keys in process, by when that began. */
  readonly #processing = new Map<string, number>();
  readonly #delayed = new Map<string, Delayed>();
  /** Failures in a row. */
  readonly #failures = new Map<string, number>();
  readonly #stopped = Promise.withResolvers<void>();
  #state: 'new' | 'started' | 'stopped' = 'new';
  #isAwake = false;

  constructor(settings: WorkQueueSettings) {
    this.#settings = settings;
  }

  add(key: string): void {
    if (this.#state === 'stopped' || this.#dirty.has(key)) return;
    this.#dirty.set(key, this.#settings.clock.now());
    this.#settings.observer?.added();
    if (!this.#processing.has(key)) this.#queue(key);
  }

  addAfter(key: string, ms: number): void {
    if (this.#state === 'stopped') return;
    if (ms <= 0) {
      this.add(key);
      return;
    }
    const at = this.#settings.clock.now() + ms;
    const before = this.#delayed.get(key);
    if (before !== undefined && before.at <= at) return;
    before?.cancel();
    const cancel = this.#settings.clock.setTimer(ms, () => {
      this.#delayed.delete(key);
      this.add(key);
    });
    this.#delayed.set(key, { at, cancel });
  }

  get depth(): number {
    return this.#turns.length;
  }

  unfinished(): readonly number[] {
    const now = this.#settings.clock.now();
    return [...this.#processing.values()].map(began => now - began);
  }

  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'started';
    this.#wake();
  }

  stop(): Promise<void> {
    this.#state = 'stopped';
    for (const { cancel } of this.#delayed.values()) cancel();
    this.#delayed.clear();
    this.#dirty.clear();
    this.#turns.length = 0;
    this.#endIfStopped();
    return this.#stopped.promise;
  }

  #queue(key: string): void {
    this.#turns.push(key);
    this.#wake();
  }

  /** Keys begin in a turn of their own, so that a burst of them leaves timers and sockets theirs. */
  #wake(): void {
    if (this.#state !== 'started' || this.#isAwake || this.#turns.length === 0) return;
    this.#isAwake = true;
    this.#settings.clock.afterOthers(() => {
      this.#isAwake = false;
      this.#fill();
    });
  }

  #fill(): void {
    while (this.#processing.size < this.#settings.concurrency) {
      const key = this.#turns.shift();
      if (key === undefined) return;
      void this.#process(key);
    }
  }

  async #process(key: string): Promise<void> {
    const { clock, observer } = this.#settings;
    const began = clock.now();
    observer?.started(began - (this.#dirty.get(key) ?? began));
    this.#dirty.delete(key);
    this.#processing.set(key, began);
    const outcome = await this.#outcomeOf(key);
    this.#processing.delete(key);
    observer?.ended(clock.now() - began, outcome);
    if (this.#dirty.has(key)) this.#queue(key);
    this.#wake();
    this.#endIfStopped();
  }

  async #outcomeOf(key: string): Promise<'done' | 'again' | 'error'> {
    try {
      const processed = await this.#settings.process(key);
      this.#failures.delete(key);
      if (processed === 'done') return 'done';
      this.addAfter(key, processed.againIn);
      return 'again';
    } catch (error) {
      this.#settings.onError(error, key);
      this.#retry(key);
      return 'error';
    }
  }

  #retry(key: string): void {
    if (this.#state === 'stopped') return;
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    this.#settings.observer?.retried();
    this.addAfter(key, retryBackoff(failures, this.#settings.random()));
  }

  #endIfStopped(): void {
    if (this.#state === 'stopped' && this.#processing.size === 0) this.#stopped.resolve();
  }
}
