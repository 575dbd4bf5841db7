import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { PicketError } from '../errors.ts';
import type { HistoryApi } from '../history/api/history-api.ts';
import { expositionType } from '../metrics/exposition.ts';
import type { Metrics } from '../metrics/metrics.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly metrics: Pick<Metrics, 'scrape'>;
  /** Whether probes are being run, for `/readyz`. */
  readonly ready: () => boolean;
  /** Answers what is below `/api/history/`; absent: nothing is there. */
  readonly history?: HistoryApi;
  /** Told of what broke on our side; a client in the middle of an answer sees its connection closed. */
  readonly onError: (error: unknown) => void;
}

export interface RunningServer {
  readonly port: number;
  /** Takes no more connections and resolves when they are gone; what still runs after 5 s is cut off. */
  close(): Promise<void>;
}

/** Milliseconds, bytes and connections: no client can hold more of the process than this. */
const limits = {
  headers: 5_000,
  request: 10_000,
  /** Without a byte moving, also that of a reader that stopped reading. */
  idle: 30_000,
  /** Longer than the usual scrape interval, so that Prometheus keeps its connection. */
  keepAlive: 65_000,
  close: 5_000,
  headerBytes: 8_192,
  connections: 100,
} as const;

/**
 * Serves `/metrics`, `/livez` (also as `/healthz`), `/readyz` and the history. Rejects with `PKT_PORT_IN_USE` where the port is taken, with
 * `PKT_USAGE` where nobody could listen on that host and port.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keepAlive,
      maxHeaderSize: limits.headerBytes,
    },
    (request, response) => {
      answer(request, response, options).catch(error => {
        if (!isGone(error)) options.onError(error);
        response.destroy();
      });
    },
  );
  server.setTimeout(limits.idle);
  server.maxConnections = limits.connections;
  const port = await listen(server, options);
  return { port, close: () => close(server) };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServerOptions,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?', 1);
  if (options.history && path.startsWith('/api/history/'))
    return options.history(request, response);
  const respond = routes.get(path);
  if (respond === undefined) return plain(response, 404, 'not found');
  if (request.method === 'GET') return respond(request, response, options);
  response.setHeader('allow', 'GET');
  plain(response, 405, 'method not allowed');
}

type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
  options: ServerOptions,
) => Promise<void> | void;

const routes = new Map<string, Respond>([
  ['/metrics', sendMetrics],
  ['/healthz', sendLiving],
  ['/livez', sendLiving],
  [
    '/readyz',
    (_, response, { ready }) =>
      ready() ? plain(response, 200, 'ok') : plain(response, 503, 'not ready'),
  ],
]);

function sendLiving(_: IncomingMessage, response: ServerResponse): void {
  plain(response, 200, 'ok');
}

/** Compressed where it is asked for, as Prometheus does: the text is long and says much the same in each line. */
async function sendMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics }: ServerOptions,
): Promise<void> {
  response.setHeader('content-type', expositionType);
  response.setHeader('vary', 'accept-encoding');
  if (!acceptsGzip(request)) return pipeline(metrics.scrape(), response);
  response.setHeader('content-encoding', 'gzip');
  return pipeline(metrics.scrape(), createGzip({ level: 1 }), response);
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const encodings = String(headers['accept-encoding'] ?? '').split(',');
  return encodings.some(encoding => /^\s*gzip\s*(;\s*q=(1|0?\.\d*[1-9])\d*\s*)?$/i.test(encoding));
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/** The client went away, or was cut off for standing still: its own affair. */
function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
}

function listen(server: Server, { host, port, onError }: ServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(refusalOf(error, { host, port }));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail).on('error', onError);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

const unusable: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'the port is not permitted'],
  ['EADDRNOTAVAIL', 'the address is none of this machine'],
  ['EAI_AGAIN', 'the host cannot be resolved'],
  ['EINVAL', 'the address cannot be listened on'],
  ['ENOTFOUND', 'the host cannot be resolved'],
]);

function refusalOf(cause: Error, { host, port }: Pick<ServerOptions, 'host' | 'port'>): Error {
  const code = 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') {
    const message = `another process listens on port ${port} of ${host}: end it, or choose another port for metrics`;
    return new PicketError('PKT_PORT_IN_USE', message, { cause });
  }
  const reason = unusable.get(code);
  if (reason === undefined) return cause;
  const message = `cannot serve metrics on port ${port} of ${host}: ${reason}`;
  return new PicketError('PKT_USAGE', message, { cause });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), limits.close);
    server.close(error => {
      clearTimeout(cutOff);
      if (error) reject(error);
      else resolve();
    });
    server.closeIdleConnections();
  });
}
