import { systemClock } from '@picket/monitor';
import { errors } from 'undici';
import type { CallOptions, KubeApi, WatchEvent, WatchOptions } from './api.ts';
import { startCallDeadline } from './call-deadline.ts';
import type { Connection } from './connection.ts';
import { decode, decodePage } from './decode.ts';
import {
  brokenOff,
  type Call,
  type ExchangeSettings,
  exchange,
  nameOf,
  readJson,
} from './http-exchange.ts';
import { KubeError } from './kube-error.ts';
import { type KubeObject, type Place, pathOf, type Resource } from './resource.ts';
import { readWatchStream } from './watch-stream.ts';

export type KubeApiSettings = Omit<ExchangeSettings, 'connection' | 'clock'> &
  Partial<Pick<ExchangeSettings, 'clock'>> & {
    /** Milliseconds without a byte after which a watch ends. Default 150,000. */
    readonly watchIdleTimeout?: number;
  };

const defaultTimeout = 10_000;
/** Milliseconds a watch may take to begin: the server may have to fill its own cache first. */
const watchStartTimeout = 30_000;
/** A bookmark comes each minute, though not while the server itself hears of no change to the kind. */
const defaultWatchIdleTimeout = 150_000;

const maxObject = 8 * 1024 * 1024;
const maxPage = 128 * 1024 * 1024;

export function createKubeApi(connection: Connection, settings: KubeApiSettings): KubeApi {
  const exchangeSettings = { clock: systemClock, ...settings, connection };

  const ask = async (call: Call, options: CallOptions = {}, maxBytes = maxObject) => {
    const { timeout = defaultTimeout, signal } = options;
    const { clock } = exchangeSettings;
    using deadline = startCallDeadline({ clock, timeout, signal, what: nameOf(call) });
    const answer = exchange(exchangeSettings, call, { pool: 'request', signal: deadline.signal });
    return await deadline.race(answer.then(body => readJson(body, call, maxBytes)));
  };

  return {
    async get(resource, place, options) {
      return decode(resource, await ask({ method: 'GET', path: pathOf(resource, place) }, options));
    },
    async list(resource, place, options = {}) {
      const { signal: _, timeout: __, ...query } = options;
      const call: Call = { method: 'GET', path: pathOf(resource, place), query };
      return decodePage(resource, await ask(call, options, maxPage));
    },
    watch: (resource, place, options) => watch(exchangeSettings, { resource, place, options }),
    async create(resource, place, body, options) {
      const call: Call = { method: 'POST', path: pathOf(resource, place), body };
      return decode(resource, await ask(call, options));
    },
    async replace(resource, place, body, options) {
      const call: Call = { method: 'PUT', path: pathOf(resource, place), body };
      return decode(resource, await ask(call, options));
    },
    async patch(resource, place, body, options) {
      const contentType = 'application/merge-patch+json';
      const call: Call = { method: 'PATCH', path: pathOf(resource, place), body, contentType };
      return decode(resource, await ask(call, options));
    },
    async remove(resource, place, { uid, ...options } = {}) {
      const preconditions = uid === undefined ? {} : { preconditions: { uid } };
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...preconditions };
      await ask({ method: 'DELETE', path: pathOf(resource, place), body }, options);
    },
  };
}

interface WatchCall<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly place: Place;
  readonly options: WatchOptions;
}

async function* watch<T extends KubeObject>(
  settings: ExchangeSettings & Pick<KubeApiSettings, 'watchIdleTimeout'>,
  { resource, place, options: { signal, ...query } }: WatchCall<T>,
): AsyncGenerator<WatchEvent<T>, void> {
  const call: Call = {
    method: 'GET',
    path: pathOf(resource, place),
    query: { ...query, watch: true, allowWatchBookmarks: true },
    idleTimeout: settings.watchIdleTimeout ?? defaultWatchIdleTimeout,
  };
  const what = `watch of ${call.path}`;
  const { clock } = settings;
  using deadline = startCallDeadline({ clock, timeout: watchStartTimeout, signal, what });
  const answer = exchange(settings, call, { pool: 'watch', signal: deadline.signal });
  const body = await deadline.race(answer);
  deadline.lift();
  try {
    yield* readWatchStream(body, { resource, what });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (isIdle(error)) return;
    throw error instanceof KubeError ? error : brokenOff(call, error);
  }
}

/** Then the connection may be dead without anybody having said so, or there was just nothing to say. */
function isIdle(error: unknown): boolean {
  return error instanceof errors.BodyTimeoutError;
}
