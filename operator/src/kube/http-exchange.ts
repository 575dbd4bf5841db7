import type { Clock } from '@picket/monitor';
import type { Dispatcher } from 'undici';
import type { Connection } from './connection.ts';
import { KubeError, undecodable, unreachable } from './kube-error.ts';
import { statusError } from './status-error.ts';

/** For the counter `rest_client_requests_total`. */
export interface RequestOutcome {
  readonly method: string;
  /** HTTP status, or `<error>` where nothing answered, as client-go counts. */
  readonly code: string;
  readonly host: string;
}

export interface ExchangeSettings {
  readonly connection: Connection;
  readonly userAgent: string;
  readonly onRequest?: (outcome: RequestOutcome) => void;
  readonly clock: Pick<Clock, 'setTimer'>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly contentType?: string;
  /** Milliseconds without a byte after which the body fails with undici's `BodyTimeoutError`; by default never. */
  readonly idleTimeout?: number;
}

type Body = Dispatcher.ResponseData['body'];

/** Bytes of an error's explanation that are read. */
const maxErrorBody = 64 * 1024;

/** Sends one call over the connections for `pool`; rejects with a `KubeError` unless the status is 2xx. */
export async function exchange(
  { connection, userAgent, onRequest }: ExchangeSettings,
  call: Call,
  { pool, signal }: { pool: 'request' | 'watch'; signal: AbortSignal },
): Promise<Body> {
  const access = await connection.access();
  signal.throwIfAborted();
  const server = new URL(connection.server);
  const count = (code: string) => onRequest?.({ method: call.method, code, host: server.host });
  const answer = await access[pool]
    .request({
      origin: server.origin,
      path: `${server.pathname.replace(/\/$/, '')}${call.path}${queryOf(call)}`,
      method: call.method,
      headers: { ...headersOf(call), 'user-agent': userAgent, ...access.headers },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal,
      bodyTimeout: call.idleTimeout ?? 0,
    })
    .catch(error => {
      count('<error>');
      throw brokenOff(call, error);
    });
  count(String(answer.statusCode));
  if (answer.statusCode === 401) connection.refuse(access);
  if (answer.statusCode >= 200 && answer.statusCode < 300) return answer.body;
  throw await refusalOf(call, answer);
}

/** Rejects with `Undecodable` where the body has more bytes than that, or is no JSON. */
export async function readJson(body: Body, call: Call, maxBytes: number): Promise<unknown> {
  const text = await readText(body, maxBytes).catch(error => {
    throw brokenOff(call, error);
  });
  if (text === undefined)
    throw undecodable(`${nameOf(call)}: the answer has more than ${maxBytes} bytes`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw undecodable(`${nameOf(call)}: the answer is no JSON`, error);
  }
}

/** `GET /api/v1/pods`. */
export function nameOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** The error for an answer that did not come, or not to its end; the platform's text may tell addresses only. */
export function brokenOff(call: Call, error: unknown): KubeError {
  if (error instanceof KubeError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const why = typeof code === 'string' ? code : error instanceof Error ? error.message : error;
  return unreachable(`${nameOf(call)}: ${why}`, error);
}

async function refusalOf(call: Call, answer: Dispatcher.ResponseData): Promise<KubeError> {
  const text = await readText(answer.body, maxErrorBody).catch(() => undefined);
  const retryAfter = answer.headers['retry-after'];
  return statusError({
    status: answer.statusCode,
    body: parseIfJson(text),
    retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
    what: nameOf(call),
  });
}

/** Undefined past `maxBytes`; then the connection is closed, since nobody reads the rest. */
async function readText(body: Body, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseIfJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function queryOf({ query = {} }: Call): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function headersOf({ body, contentType = 'application/json' }: Call): Record<string, string> {
  const accept = { accept: 'application/json' };
  return body === undefined ? accept : { ...accept, 'content-type': contentType };
}
