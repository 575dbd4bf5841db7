import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BridgeError, errorBody, errorTable, listedStatus } from '../errors.ts';
import { isApiCall } from './request-path.ts';

/** Answers whatever goes wrong around the routes as they answer it themselves. */
export function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler(answerError);
  server.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer');
    if (reply.statusCode === 429) reply.header('retry-after', '1');
    if (isApiCall(request)) reply.header('cache-control', 'no-store');
  });
}

/** Also what Fastify refuses before any hook. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error }, 'a request failed');
  const isTold = error instanceof Error && status < 500;
  reply.code(status).send(errorBody(status, isTold ? error.message : errorTable.INTERNAL.means));
}

function statusOf(error: unknown): number {
  if (error instanceof BridgeError) return error.status;
  const isHttp = error instanceof Error && 'statusCode' in error;
  return isHttp && typeof error.statusCode === 'number' ? listedStatus(error.statusCode) : 500;
}

/** Answers what is no HTTP, or comes too slowly, on the bare socket. */
export function answerClientError(error: { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, means } = errorTable[clientErrors.get(error.code ?? '') ?? 'BAD_REQUEST'];
  const body = JSON.stringify(errorBody(status, means));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const clientErrors: ReadonlyMap<string, 'TOO_SLOW' | 'HEADERS_TOO_LARGE'> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'TOO_SLOW'],
  ['HPE_HEADER_OVERFLOW', 'HEADERS_TOO_LARGE'],
]);
