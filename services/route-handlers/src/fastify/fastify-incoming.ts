import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseDeclaredLength } from '../execute/body/content-length.ts';
import { readNodeStream } from '../execute/body/read-node-stream.ts';
import type { Incoming } from '../execute/incoming.ts';
import type { RawParams } from '../path/segment.ts';
import type { RouteRequest } from '../route-request.ts';
import { dropUnread } from './drop-unread.ts';
import { FastifyRouteRequest, textHeaders } from './fastify-route-request.ts';

const noBytes = new Uint8Array();

/** A request of Fastify's; what is asked for is made then, since every request makes one of these. */
export class FastifyIncoming implements Incoming {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #params: RawParams;
  #routeRequest: RouteRequest | undefined;
  #aborting: AbortController | undefined;
  #settled = false;

  constructor(request: FastifyRequest, reply: FastifyReply, params: RawParams) {
    this.#request = request;
    this.#reply = reply;
    this.#params = params;
  }

  request(): RouteRequest {
    this.#routeRequest ??= new FastifyRouteRequest(this.#request, this);
    return this.#routeRequest;
  }

  params(): RawParams {
    return this.#params;
  }

  query(): string {
    const { url } = this.#request;
    const start = url.indexOf('?');
    return start < 0 ? '' : url.slice(start + 1);
  }

  headers(): Readonly<Record<string, string>> {
    return textHeaders(this.#request);
  }

  contentType(): string | undefined {
    return this.#request.raw.headers['content-type'];
  }

  async readBody(limit: number): Promise<Uint8Array> {
    const { body } = this.#request;
    if (!(body instanceof Readable)) return noBytes;
    // Other streams, as one that unpacks the body, may have more bytes than were declared.
    if (body === this.#request.raw) {
      refuseDeclaredLength(this.#request.raw.headers['content-length'], limit);
    }
    return readNodeStream(body, limit);
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
