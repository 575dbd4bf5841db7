import type { Clock } from '@picket/monitor';
import type { KubeApi } from './api.ts';
import { isAlreadyExists, isNotFound, isRefused } from './kube-error.ts';
import { type EventResource, events } from './resources/events.ts';
import { createWorkQueue, type Processed, type WorkQueue } from './work-queue.ts';

/** One event, and how often it happened. */
export interface EventSeries {
  /** As it was the first time. */
  readonly object: EventResource;
  count: number;
  /** On the monotonic clock. */
  lastAt: number;
  /** MicroTime. */
  lastObservedTime: string;
}

export interface EventWriterSettings {
  readonly api: Pick<KubeApi, 'create' | 'patch'>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Told of each series that was given up. */
  readonly onError: (error: unknown) => void;
}

/** Brings series to the API server, and what they have come to since. */
export interface EventWriter {
  /** To be called when it is new or its count has risen. */
  write(series: EventSeries): void;
  /** Takes no more; resolves when nothing waits, or when `signal` aborts. */
  close(signal: AbortSignal): Promise<void>;
}

export function createEventWriter(settings: EventWriterSettings): EventWriter {
  return new SeriesQueue(settings);
}

/** As from client-go. */
const maxWaiting = 1000;
const maxTries = 12;
/** Milliseconds between two tries, and up to a quarter more. */
const retryAfter = 10_000;
/** Milliseconds after which a count that has risen is written again: doubled by each write. */
const pause = { first: 1_000, longest: 5 * 60_000 } as const;
/** Writes under way at once. */
const concurrency = 4;

/** What is on the server of a series, and what was done to get it there. */
interface Progress {
  readonly series: EventSeries;
  writes: number;
  /** The count that is on the server. */
  written: number;
  /** Failures in a row. */
  failures: number;
  /** On the clock. */
  notBefore: number;
}

class SeriesQueue implements EventWriter {
  readonly #settings: EventWriterSettings;
  readonly #progress = new WeakMap<EventSeries, Progress>();
  /** What is not on the server as it is, by the name of its event. */
  readonly #waiting = new Map<string, Progress>();
  readonly #queue: WorkQueue;
  readonly #end = new AbortController();
  readonly #drained = Promise.withResolvers<void>();
  #isClosing = false;

  constructor(settings: EventWriterSettings) {
    this.#settings = settings;
    this.#queue = createWorkQueue({
      ...settings,
      concurrency,
      process: name => this.#process(name),
      onError: (error, name) => this.#giveUp(name, error),
    });
    this.#queue.start();
  }

  write(series: EventSeries): void {
    if (this.#isClosing) return;
    const { name } = series.object.metadata;
    if (!this.#waiting.has(name) && this.#waiting.size >= maxWaiting)
      throw new Error(`the event ${name} is given up: too many wait to be stored`);
    const before = this.#progress.get(series);
    const progress = before ?? { series, writes: 0, written: 0, failures: 0, notBefore: -Infinity };
    this.#progress.set(series, progress);
    this.#waiting.set(name, progress);
    this.#queue.add(name);
  }

  async close(signal: AbortSignal): Promise<void> {
    this.#isClosing = true;
    for (const name of this.#waiting.keys()) this.#queue.add(name);
    const giveUp = () => this.#drained.resolve();
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted || this.#waiting.size === 0) giveUp();
    await this.#drained.promise;
    signal.removeEventListener('abort', giveUp);
    this.#end.abort();
    await this.#queue.stop();
    const left = this.#waiting.size;
    if (left === 0) return;
    this.#settings.onError(new Error(`events given up, since there is no more time: ${left}`));
  }

  async #process(name: string): Promise<Processed> {
    const progress = this.#waiting.get(name);
    if (progress === undefined) return 'done';
    const early = progress.notBefore - this.#settings.clock.now();
    if (early > 0 && !this.#isClosing) return { againIn: early };
    const { count } = progress.series;
    try {
      await store(this.#settings.api, progress, this.#end.signal);
    } catch (error) {
      return this.#retry(progress, error);
    }
    progress.failures = 0;
    progress.written = count;
    const wait = Math.min(pause.first * 2 ** progress.writes++, pause.longest);
    progress.notBefore = this.#settings.clock.now() + wait;
    if (progress.series.count > count) return { againIn: this.#isClosing ? 0 : wait };
    this.#forget(name);
    return 'done';
  }

  #retry(progress: Progress, error: unknown): Processed {
    if (this.#end.signal.aborted) return 'done';
    if (isHopeless(error) || ++progress.failures === maxTries) {
      progress.failures = 0;
      this.#giveUp(progress.series.object.metadata.name, error);
      return 'done';
    }
    const { clock, random } = this.#settings;
    const wait = retryAfter * (1 + random() / 4);
    progress.notBefore = clock.now() + wait;
    return { againIn: wait };
  }

  #giveUp(name: string, error: unknown): void {
    this.#forget(name);
    this.#settings.onError(error);
  }

  #forget(name: string): void {
    this.#waiting.delete(name);
    if (this.#isClosing && this.#waiting.size === 0) this.#drained.resolve();
  }
}

/** Resolves once the server has the event with its count. */
async function store(
  api: EventWriterSettings['api'],
  { series, written }: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { object, count, lastObservedTime } = series;
  const { name, namespace } = object.metadata;
  const counted = count > 1 ? { series: { count, lastObservedTime } } : {};
  const place = namespace === undefined ? {} : { namespace };
  const patch = () => api.patch(events, { ...place, name }, counted, { signal });
  try {
    if (written > 0) return void (await patch());
  } catch (error) {
    // It has run out, or somebody deleted it.
    if (!isNotFound(error)) throw error;
  }
  try {
    await api.create(events, place, { ...object, ...counted }, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    // An earlier try has made it, though nobody told.
    if (count > 1) await patch();
  }
}

/** The same write would be refused again. */
function isHopeless(error: unknown): boolean {
  return isNotFound(error) || isRefused(error);
}
