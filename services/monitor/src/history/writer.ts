import type { Log } from '../report/log.ts';
import type { Cancel, Clock } from '../schedule/clock.ts';
import { createResultQueue, type QueueBounds } from './queue.ts';
import type { HistoryResult } from './result.ts';
import type { Batch, Bounds, HistoryStore } from './store.ts';

/** Told of what becomes of results, for metrics. */
export interface HistoryObserver {
  wrote(outcome: 'written' | 'failed'): void;
  dropped(results: number): void;
  /** How many wait now. */
  queued(results: number): void;
}

export interface WriterSettings {
  readonly store: Pick<HistoryStore, 'write' | 'prune'>;
  readonly bounds: Bounds;
  readonly clock: Pick<Clock, 'setTimer' | 'wallTime'>;
  /** Ids of batches, each unlike any other. */
  readonly newId: () => string;
  readonly observer: HistoryObserver;
  readonly log: Pick<Log, 'warn' | 'info'>;
  readonly queue?: QueueBounds;
}

/** Takes results without making a run wait, and writes them in batches; what cannot be written is tried again. */
export interface HistoryWriter {
  put(results: readonly HistoryResult[]): void;
  /** Writes at once what waits; resolves when nothing does, or when `signal` aborts. */
  flush(signal: AbortSignal): Promise<void>;
  /** Tries nothing more; returns how many results are not written. */
  close(): number;
}

/** Milliseconds that results wait for others to be written with them, and between two prunings. */
const every = { batch: 1_000, prune: 60_000 } as const;
/** Milliseconds before a batch that failed is tried again: doubled from the first to the last. */
const retry = { first: 1_000, last: 30_000 } as const;
const batchSize = 1_000;
/** Over four minutes of 200 results a second. */
const defaultQueue: QueueBounds = { results: 50_000, bytes: 64 * 1024 * 1024 };

export function createHistoryWriter(settings: WriterSettings): HistoryWriter {
  const { store, clock, observer, log } = settings;
  const queue = createResultQueue(settings.queue ?? defaultQueue);
  const idle = new Set<() => void>();
  /** Taken out and not known to be written: given again as it is, so that nothing is counted twice. */
  let batch: Batch | undefined;
  let isWriting = false;
  let isClosed = false;
  let isHurried = false;
  let failures = 0;
  let droppedSince = 0;
  let cannotPrune = false;
  let cancelWait: Cancel | undefined;

  const unwritten = () => queue.size + (batch?.results.length ?? 0);

  const settle = () => {
    observer.queued(unwritten());
    if (unwritten() > 0) return arm();
    for (const resolve of idle) resolve();
    idle.clear();
  };

  const failed = (err: unknown) => {
    observer.wrote('failed');
    if (failures++ === 0) {
      log.warn({ err }, 'the history cannot be written; results are held and tried again');
    }
  };

  const written = () => {
    observer.wrote('written');
    batch = undefined;
    if (failures > 0) log.info({ dropped: droppedSince }, 'the history is written again');
    failures = 0;
    droppedSince = 0;
  };

  const write = async () => {
    cancelWait = undefined;
    if (isWriting || isClosed) return;
    batch ??= { id: settings.newId(), results: queue.take(batchSize) };
    isWriting = true;
    await store.write(batch).then(written, failed);
    isWriting = false;
    if (!isClosed) settle();
  };

  const arm = () => {
    if (isWriting || isClosed || cancelWait !== undefined) return;
    cancelWait = clock.setTimer(waitOf(), () => void write());
  };

  const waitOf = () => {
    if (failures > 0) return Math.min(retry.last, retry.first * 2 ** (failures - 1));
    return isHurried || queue.size >= batchSize ? 0 : every.batch;
  };

  const prune = async () => {
    if (isClosed) return;
    // While nothing can be written there is nothing more to delete, and nobody to ask.
    if (failures === 0) {
      try {
        await store.prune(settings.bounds, clock.wallTime());
        cannotPrune = false;
      } catch (err) {
        if (!cannotPrune && !isClosed) {
          log.warn({ err }, 'old results of the history could not be deleted; will try again');
        }
        cannotPrune = true;
      }
    }
    if (!isClosed) cancelPrune = clock.setTimer(every.prune, () => void prune());
  };
  let cancelPrune = clock.setTimer(every.prune, () => void prune());

  return {
    put(results) {
      if (isClosed || results.length === 0) return;
      const dropped = queue.put(results);
      if (dropped > 0) observer.dropped(dropped);
      droppedSince += dropped;
      observer.queued(unwritten());
      if (failures === 0 && queue.size >= batchSize) {
        cancelWait?.();
        cancelWait = undefined;
      }
      arm();
    },
    flush(signal) {
      isHurried = true;
      cancelWait?.();
      cancelWait = undefined;
      return new Promise(resolve => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
        idle.add(resolve);
        if (unwritten() === 0 && !isWriting) settle();
        else void write();
      });
    },
    close() {
      isClosed = true;
      cancelWait?.();
      cancelPrune();
      return unwritten();
    },
  };
}
