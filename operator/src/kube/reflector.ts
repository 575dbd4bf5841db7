import type { Clock } from '@picket/monitor';
import type { KubeApi, Undecodable, WatchEvent, WatchOptions } from './api.ts';
import type { Sink } from './cache.ts';
import { InitialObjects } from './initial-objects.ts';
import { isExpired, KubeError, unreachable } from './kube-error.ts';
import { listAll } from './list-all.ts';
import { createReflectorBackoff, type ReflectorBackoff } from './reflector-backoff.ts';
import { type KubeObject, keyOf, type Place, type Resource } from './resource.ts';

export interface ReflectorSettings<T extends KubeObject> {
  readonly api: Pick<KubeApi, 'list' | 'watch'>;
  readonly resource: Resource<T>;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly sink: Sink<T>;
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  /** From 0 to below 1; spreads retries. */
  readonly random: () => number;
  /**
   * Told of each failed list or watch, after which the reflector tries again by itself; and of each object that
   * can't be decoded, which is passed over: what was known of it stays.
   */
  readonly onError: (error: unknown) => void;
}

/** Keeps a sink up to date with the API server, for ever. */
export interface Reflector {
  /** To be called once. Resolves when `signal` aborts; never rejects. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves once the sink has been given everything there is for the first time. */
  readonly synced: Promise<void>;
}

/**
 * After client-go's. It fills the sink from a watch that sends what there is first (WatchList), or from a list
 * where the server refuses that, always of the most recent version: an API server that lags behind would bring
 * back what was deleted. From then on it watches, each watch beginning where the one before ended, until the
 * server no longer knows that version (410): then it fills the sink again.
 */
export function createReflector<T extends KubeObject>(settings: ReflectorSettings<T>): Reflector {
  return new ListWatchReflector(settings);
}

/** Seconds; the server ends a watch after this or up to twice as much, so that not all end at once. */
const watchFor = 300;
/** Milliseconds; a watch that ends sooner without an event is no watch. */
const shortestWatch = 1000;

class ListWatchReflector<T extends KubeObject> implements Reflector {
  readonly #settings: ReflectorSettings<T>;
  readonly #place: Place;
  readonly #backoff: ReflectorBackoff;
  readonly #synced = Promise.withResolvers<void>();
  /** Up to where the sink is; undefined where it has to be filled. */
  #version: string | undefined;
  /** How it is filled. A server that refuses WatchList once is not asked for it again. */
  #fillBy: 'watch' | 'list' = 'watch';

  constructor(settings: ReflectorSettings<T>) {
    this.#settings = settings;
    this.#place = settings.namespace === undefined ? {} : { namespace: settings.namespace };
    this.#backoff = createReflectorBackoff(settings);
  }

  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#step(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (isVersionUseless(error)) this.#version = undefined;
        this.#settings.onError(error);
        await this.#pause(this.#backoff.after(error), signal);
      }
    }
  }

  async #step(signal: AbortSignal): Promise<void> {
    if (this.#version !== undefined) await this.#watch(signal, this.#version);
    else if (this.#fillBy === 'watch') await this.#fillByWatch(signal);
    else await this.#fillByList(signal);
  }

  async #fillByList(signal: AbortSignal): Promise<void> {
    const {
      items,
      undecodable = [],
      resourceVersion,
    } = await listAll({
      ...this.#settings,
      place: this.#place,
      signal,
    });
    const keep = undecodable.flatMap(failed => this.#passOver(failed) ?? []);
    this.#fill(items, new Set(keep), resourceVersion);
  }

  async #fillByWatch(signal: AbortSignal): Promise<void> {
    let initial: InitialObjects<T> | undefined = new InitialObjects<T>();
    const query = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } as const;
    try {
      await this.#stream(signal, query, event => {
        if (initial === undefined) return this.#apply(event);
        if (event.type === 'UNDECODABLE') this.#passOver(event);
        initial.apply(event);
        if (event.type !== 'BOOKMARK' || !event.endsInitialEvents) return;
        this.#fill(initial.objects(), initial.keep, event.resourceVersion);
        initial = undefined;
      });
    } catch (error) {
      if (this.#version !== undefined || !isWatchListRefused(error)) throw error;
      this.#fillBy = 'list';
      return;
    }
    if (this.#version !== undefined) return;
    // Such a server may never mark their end.
    this.#fillBy = 'list';
    const { plural } = this.#settings.resource;
    throw unreachable(`watch of ${plural}: it ended before the end of the initial events`);
  }

  async #watch(signal: AbortSignal, resourceVersion: string): Promise<void> {
    const { clock, resource } = this.#settings;
    const began = clock.now();
    let heard = false;
    await this.#stream(signal, { resourceVersion }, event => {
      heard = true;
      this.#apply(event);
    });
    if (!heard && clock.now() - began < shortestWatch)
      throw unreachable(`watch of ${resource.plural}: it ended at once`);
  }

  async #stream(
    signal: AbortSignal,
    query: Pick<WatchOptions, 'resourceVersion' | 'resourceVersionMatch' | 'sendInitialEvents'>,
    onEvent: (event: WatchEvent<T>) => void,
  ): Promise<void> {
    const { api, resource, labelSelector, random } = this.#settings;
    const stream = api.watch(resource, this.#place, {
      ...query,
      ...(labelSelector === undefined ? {} : { labelSelector }),
      timeoutSeconds: Math.round(watchFor * (1 + random())),
      signal,
    });
    for await (const event of stream) onEvent(event);
  }

  #fill(objects: readonly T[], keep: ReadonlySet<string>, version: string): void {
    this.#settings.sink.replace(objects, keep);
    this.#version = version;
    this.#synced.resolve();
  }

  #apply(event: WatchEvent<T>): void {
    const { sink } = this.#settings;
    if (event.type === 'BOOKMARK') {
      this.#version = event.resourceVersion;
      return;
    }
    if (event.type === 'UNDECODABLE') {
      this.#passOver(event);
      if (event.isDeleted && event.object !== undefined) sink.remove(event.object);
    } else if (event.type === 'DELETED') sink.remove(event.object);
    else sink.put(event.object);
    this.#version = event.object?.metadata.resourceVersion ?? this.#version;
  }

  /** Reports it; its key, where even that is known. */
  #passOver({ object, error }: Undecodable): string | undefined {
    this.#settings.onError(error);
    return object === undefined ? undefined : keyOf(object);
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.#settings.clock.setTimer(ms, end);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }
}

/**
 * A server that does not know `sendInitialEvents` or may not serve it; 500 is what one says whose etcd is older
 * than 3.4.25. A list does as well, so that it matters little if it only was in trouble.
 */
function isWatchListRefused(error: unknown): boolean {
  return error instanceof KubeError && [400, 405, 406, 415, 422, 500, 501].includes(error.status);
}

/** An answer that trying again won't change; where we may not ask, or nobody can answer now, the version is good. */
function isVersionUseless(error: unknown): boolean {
  if (!(error instanceof KubeError)) return false;
  return isExpired(error) || ![0, 401, 403, 429, 502, 503, 504].includes(error.status);
}
