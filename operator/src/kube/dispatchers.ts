import type { KubeConfig } from '@kubernetes/client-node';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';

/** The shape client-node works out of a kubeconfig: direct or by a proxy, with its TLS settings. */
export type DispatcherOptions = ReturnType<KubeConfig['createDispatcherOptions']>;

/** Connections to the API server. Watches have their own, so that they can't take them from requests. */
export interface Dispatchers {
  readonly request: Dispatcher;
  readonly watch: Dispatcher;
  /** Takes no more calls; resolves when those under way have ended. */
  close(): Promise<void>;
  /** Ends what is under way, too. */
  destroy(): Promise<void>;
}

/** Requests at once; more wait for their turn. */
const requestConnections = 16;

const pool = {
  // One watch a connection: in one HTTP/2 connection a slow consumer would hold up all others.
  allowH2: false,
  // Below the 90 s after which the API server closes an idle connection itself.
  keepAliveTimeout: 30_000,
  keepAliveMaxTimeout: 60_000,
};

/**
 * A connection whose other end is gone without a word is given up 40 s later: Node probes an idle connection ten
 * times, a second apart, after the delay.
 */
const connect = { keepAlive: true, keepAliveInitialDelay: 30_000, timeout: 10_000 };

export function createDispatchers(options: DispatcherOptions): Dispatchers {
  const request = createDispatcher(options, requestConnections);
  const watch = createDispatcher(options, null);
  return {
    request,
    watch,
    async close() {
      await Promise.all([request.close(), watch.close()]);
    },
    async destroy() {
      await Promise.all([request.destroy(), watch.destroy()]);
    },
  };
}

function createDispatcher(options: DispatcherOptions, connections: number | null): Dispatcher {
  switch (options.type) {
    case 'none':
      return new Agent({ ...pool, connections, connect });
    case 'agent':
      return new Agent({
        ...pool,
        connections,
        connect: { ...tlsOf(options.connect), ...connect },
      });
    case 'proxy':
    case 'socks': {
      const requestTls = tlsOf(options.requestTls);
      return new ProxyAgent({ ...pool, connections, uri: options.uri, requestTls, connect });
    }
  }
}

type TlsOptions = Extract<DispatcherOptions, { type: 'agent' }>['connect'];

function tlsOf({ ca, cert, key, pfx, passphrase, rejectUnauthorized, servername }: TlsOptions) {
  const given = { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
