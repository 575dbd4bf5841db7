import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseDeclaredLength } from '../execute/body/content-length.ts';
import { readNodeStream } from '../execute/body/read-node-stream.ts';
import type { Incoming } from '../execute/incoming.ts';
import { Malformed } from '../malformed.ts';
import type { RawParams } from '../path/segment.ts';
import type { RouteRequest } from '../route-request.ts';
import { dropUnread } from './drop-unread.ts';
import { FastifyRouteRequest, textHeaders } from './fastify-route-request.ts';
import type { Matched, UrlReader } from './url-reader.ts';

export type MatchedRequest = FastifyRequest<{ Params: Matched }>;

const noBytes = Promise.resolve(new Uint8Array());

/** A request of Fastify's; what is asked for is made then, since every request makes one of these. */
export class FastifyIncoming implements Incoming {
  readonly #request: MatchedRequest;
  readonly #reply: FastifyReply;
  readonly #reader: UrlReader;
  #routeRequest: RouteRequest | undefined;
  #aborting: AbortController | undefined;
  #settled = false;

  constructor(request: MatchedRequest, reply: FastifyReply, reader: UrlReader) {
    this.#request = request;
    this.#reply = reply;
    this.#reader = reader;
  }

  request(): RouteRequest {
    this.#routeRequest ??= new FastifyRouteRequest(this.#request, this);
    return this.#routeRequest;
  }

  params(): RawParams {
    return this.#reader.params(this.#request.params, this.#request.url);
  }

  query(): string {
    return this.#reader.query(this.#request.url);
  }

  headers(): Readonly<Record<string, string>> {
    return textHeaders(this.#request);
  }

  contentType(): string | undefined {
    return this.#request.raw.headers['content-type'];
  }

  readBody(limit: number): Promise<Uint8Array> {
    const { body, raw } = this.#request;
    if (!(body instanceof Readable)) return noBytes;
    if (body.readableEnded) {
      const error = new Error('the body was read before the route could: leave it to the route');
      this.report(error);
      return Promise.reject(error);
    }
    // Other streams, as one that unpacks the body, may have more bytes than were declared.
    return body === raw ? readDeclared(raw, limit) : readNodeStream(body, limit);
  }

  signal(): AbortSignal {
    this.#aborting ??= this.#abortOnClose();
    return this.#aborting.signal;
  }

  /** Also where a time-out of the server's has answered already. */
  aborted(): boolean {
    return this.#reply.raw.destroyed || this.#reply.sent;
  }

  report(error: unknown): void {
    const { method, routeOptions } = this.#request;
    this.#request.log.error({ err: error }, `${method} ${routeOptions.url} failed`);
  }

  /** The route has its answer; what is left of the body is dropped. */
  settle(): void {
    this.#settled = true;
    dropUnread(this.#request.raw);
  }

  #abortOnClose(): AbortController {
    const aborting = new AbortController();
    const { raw } = this.#reply;
    if (this.aborted()) aborting.abort();
    // Fastify's own signal is aborted when the body has been read.
    else {
      raw.once('close', () => {
        if (!this.#settled) aborting.abort();
      });
    }
    return aborting;
  }
}

/**
 * A request whose content type is none, which Fastify refused before the hooks that come before a handler: reading its
 * body fails, so that it is answered without its handler.
 */
export class UntypedIncoming extends FastifyIncoming {
  override readBody(): Promise<Uint8Array> {
    return Promise.reject(new Malformed('the content type is none'));
  }
}

/** Refuses a body that is declared to be too large before any of it is read. */
function readDeclared(raw: IncomingMessage, limit: number): Promise<Uint8Array> {
  try {
    refuseDeclaredLength(raw.headers['content-length'], limit);
  } catch (error) {
    return Promise.reject(error);
  }
  return readNodeStream(raw, limit);
}
