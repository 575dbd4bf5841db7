import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import type { Logger } from 'pino';
import { errorBody } from '../errors.ts';
import { isBearer } from '../http/bearer.ts';
import { doubledHeader, isOwnHost, isOwnOrigin } from '../http/own-caller.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';

interface HttpServerOptions {
  readonly endpoint: McpEndpoint;
  readonly token: string | undefined;
  /** Host names besides those of the loopback. */
  readonly allowedHosts: readonly string[];
  readonly health: object;
  readonly log: Logger;
  readonly limits?: Partial<HttpLimits>;
}

/** Milliseconds, and counts. */
export interface HttpLimits {
  readonly headersTimeout: number;
  /** For a request to have come in whole. */
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
  readonly maxConnections: number;
}

const defaultLimits: HttpLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  maxConnections: 1_000,
};

/** How long a connection may be silent: longer than any run takes, since an answer may come in one piece. */
const idleTimeout = 600_000;

export const maxBodyBytes = 1024 * 1024;

/** `/mcp` behind its checks, and `/api/health`, which anybody may ask. */
export function createHttpServer(options: HttpServerOptions): Server {
  const { endpoint, token, log, health } = options;
  const { maxConnections, ...timeouts } = { ...defaultLimits, ...options.limits };
  const answer = toNodeHandler(endpoint, {
    maxRequestBodySize: maxBodyBytes,
    onerror: error => tellFailure(log, error),
  });

  const server = createServer(timeouts, (request, response) => {
    const pathname = request.url?.split('?')[0];
    response.setHeader('x-content-type-options', 'nosniff');
    if (pathname === '/api/health') return tellHealth(request, response, health);
    const doubled = doubledHeader(request);
    if (doubled !== undefined) return refuse(response, 400, `the header ${doubled} is there twice`);
    if (!isOwnHost(request, options.allowedHosts)) return refuse(response, 403, foreignHost);
    if (!isOwnOrigin(request)) return refuse(response, 403, 'a page of another origin sent this');
    if (pathname !== '/mcp') return refuse(response, 404, 'there is only /mcp and /api/health');
    if (token !== undefined && !isBearer(request.headers.authorization, token)) {
      response.setHeader('www-authenticate', 'Bearer');
      return refuse(response, 401, 'the bearer token is missing or wrong');
    }
    answer(readable(request), response).catch((error: unknown) => {
      tellFailure(log, error);
      response.destroy();
    });
  });
  server.maxConnections = maxConnections;
  server.setTimeout(idleTimeout);
  return server;
}

const foreignHost = 'the server is not called by this Host: see TRACKER_MCP_ALLOWED_HOSTS';

/** A client that goes away is none of the server's. */
function tellFailure(log: Logger, error: unknown): void {
  const hasGone = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
  if (hasGone) log.info('a client went away');
  else log.error({ err: error }, 'a request failed');
}

/** As the adapter types it, which tells undefined from absent. */
const readable = (request: IncomingMessage) => ({
  method: request.method ?? 'GET',
  url: request.url ?? '/',
  headers: request.headers,
  [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
});

function tellHealth({ method }: IncomingMessage, response: ServerResponse, health: object): void {
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET');
    refuse(response, 405, 'health is asked for with GET');
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(health));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(errorBody(status, message)));
}
