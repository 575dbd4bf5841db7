import type { RequestOptions } from 'node:https';
import { isDeepStrictEqual } from 'node:util';
import { KubeConfig } from '@kubernetes/client-node';
import type { Clock } from '@picket/monitor';
import type { Dispatcher } from 'undici';
import { createDispatchers, type DispatcherOptions, type Dispatchers } from './dispatchers.ts';
import { KubeError } from './kube-error.ts';

export interface ConnectionSettings {
  /** A file. By default that of `KUBECONFIG`, else the pod's service account, else that of the home folder. */
  readonly kubeconfig?: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** What one call needs: where to, as whom, over which connections. */
interface Access {
  readonly headers: Readonly<Record<string, string>>;
  readonly request: Dispatcher;
  readonly watch: Dispatcher;
}

/** The way to one API server, whose credentials may change while we run. */
export interface Connection {
  /** `https://10.96.0.1:443`, without a slash at the end; may have a path. */
  readonly server: string;
  /** The namespace of the kubeconfig's context, or the pod's. */
  readonly namespace?: string;
  /** Rejects with a `KubeError` of reason `NoCredentials` where they can't be had. */
  access(): Promise<Access>;
  /** The server did not accept these: the next access reads everything anew. */
  refuse(access: Access): void;
  /** Ends every call and closes the connections. */
  close(): Promise<void>;
}

/** Milliseconds after which credentials are looked at again; client-node reads a token file anew each minute. */
const freshFor = 10_000;

/** Throws a `KubeError` of reason `NoCredentials` where there is no usable kubeconfig. */
export function connect(settings: ConnectionSettings): Connection {
  return new KubeConnection(settings);
}

class KubeConnection implements Connection {
  readonly server: string;
  readonly namespace?: string;
  readonly #settings: ConnectionSettings;
  #config: KubeConfig;
  #access: (Access & { readonly readAt: number }) | undefined;
  #reading: Promise<Access> | undefined;
  #isRefused = false;
  #open: { readonly options: DispatcherOptions; readonly dispatchers: Dispatchers } | undefined;
  /** Those of earlier credentials, until their last call has ended. */
  readonly #closing = new Set<Dispatchers>();

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    this.#config = loadConfig(settings);
    this.server = serverOf(this.#config);
    const context = this.#config.getContextObject(this.#config.getCurrentContext());
    if (context?.namespace) this.namespace = context.namespace;
  }

  async access(): Promise<Access> {
    const age = this.#settings.clock.now() - (this.#access?.readAt ?? Number.NEGATIVE_INFINITY);
    if (this.#access !== undefined && !this.#isRefused && age < freshFor) return this.#access;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  refuse(access: Access): void {
    if (access === this.#access) this.#isRefused = true;
  }

  async close(): Promise<void> {
    const open = this.#open === undefined ? [] : [this.#open.dispatchers];
    await Promise.all([...open, ...this.#closing].map(dispatchers => dispatchers.destroy()));
  }

  async #read(): Promise<Access> {
    try {
      // From its source, since client-node goes on using a token it has by the wall clock, which may jump.
      if (this.#isRefused) this.#config = loadConfig(this.#settings);
      const { headers, options } = await readCredentials(this.#config);
      const { request, watch } = this.#dispatchersFor(options);
      this.#isRefused = false;
      this.#access = { headers, request, watch, readAt: this.#settings.clock.now() };
      return this.#access;
    } catch (error) {
      throw noCredentials(error);
    }
  }

  /** Those that are open, unless certificates have changed; then calls under way end on the old ones. */
  #dispatchersFor(options: DispatcherOptions): Dispatchers {
    const before = this.#open;
    if (before !== undefined && isDeepStrictEqual(before.options, options))
      return before.dispatchers;
    this.#open = { options, dispatchers: createDispatchers(options) };
    if (before !== undefined) this.#retire(before.dispatchers);
    return this.#open.dispatchers;
  }

  #retire(dispatchers: Dispatchers): void {
    this.#closing.add(dispatchers);
    void dispatchers.close().finally(() => this.#closing.delete(dispatchers));
  }
}

function loadConfig({ kubeconfig }: ConnectionSettings): KubeConfig {
  const config = new KubeConfig();
  try {
    if (kubeconfig !== undefined) config.loadFromFile(kubeconfig);
    else if (!process.env.KUBECONFIG && process.env.KUBERNETES_SERVICE_HOST)
      config.loadFromCluster();
    else config.loadFromDefault();
  } catch (error) {
    throw noCredentials(error);
  }
  return config;
}

function serverOf(config: KubeConfig): string {
  const server = config.getCurrentCluster()?.server;
  if (server === undefined || !URL.canParse(server))
    throw noCredentials(new Error('the current context names no cluster with a server'));
  return server.replace(/\/+$/, '');
}

interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly options: DispatcherOptions;
}

/** As client-node does for its own requests, whose dispatcher would be a new one for each call. */
async function readCredentials(config: KubeConfig): Promise<Credentials> {
  const read: RequestOptions = {};
  await config.applyToHTTPSOptions(read);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(read.headers ?? {})) headers[name] = `${value}`.trim();
  if (read.auth) headers.Authorization = `Basic ${Buffer.from(read.auth).toString('base64')}`;
  const { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername } = read;
  const tls = { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername };
  return { headers, options: config.createDispatcherOptions(config.getCurrentCluster(), tls) };
}

function noCredentials(error: unknown): KubeError {
  if (error instanceof KubeError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new KubeError(`the kubeconfig can't be used: ${why}`, {
    status: 0,
    reason: 'NoCredentials',
    cause: error,
  });
}
