import { refuseDeclaredLength } from '../execute/body/content-length.ts';
import { readStream } from '../execute/body/read-stream.ts';
import type { Incoming } from '../execute/incoming.ts';
import { matchPath } from '../path/match-path.ts';
import type { RawParams, Segment } from '../path/segment.ts';
import { pathnameOf, queryOf } from './request-url.ts';
import type { RouteParams } from './route-context.ts';

/** A `Request`, as `execute` asks for it. */
export class FetchIncoming implements Incoming {
  readonly #request: Request;
  readonly #segments: readonly Segment[];
  readonly #given: RouteParams | undefined;
  readonly report: (error: unknown) => void;

  constructor(
    request: Request,
    segments: readonly Segment[],
    given: RouteParams | undefined,
    report: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#segments = segments;
    this.#given = given;
    this.report = report;
  }

  request(): Request {
    return this.#request;
  }

  params(): RawParams {
    if (this.#given !== undefined) return withoutUndefined(this.#given);
    return matchPath(this.#segments, pathnameOf(this.#request.url)) ?? {};
  }

  query(): string {
    return queryOf(this.#request.url);
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = Object.create(null);
    this.#request.headers.forEach((value, name) => {
      headers[name] = value;
    });
    return headers;
  }

  contentType(): string | undefined {
    return this.#request.headers.get('content-type') ?? undefined;
  }

  async readBody(limit: number): Promise<Uint8Array> {
    const { body, headers } = this.#request;
    if (this.#request.bodyUsed || body?.locked) {
      const error = new Error('the body was read before the route handler could: pass a clone on');
      this.report(error);
      throw error;
    }
    refuseDeclaredLength(headers.get('content-length'), limit);
    return body === null ? new Uint8Array() : readStream(body, limit);
  }

  signal(): AbortSignal {
    return this.#request.signal;
  }

  aborted(): boolean {
    return this.#request.signal.aborted;
  }
}

/** An optional catch-all that matches nothing has no key. */
function withoutUndefined(given: RouteParams): RawParams {
  const params: Record<string, string | readonly string[]> = Object.create(null);
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) params[name] = value;
  }
  return params;
}
