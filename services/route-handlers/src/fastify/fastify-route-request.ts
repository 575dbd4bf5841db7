import type { FastifyRequest } from 'fastify';
import type { Incoming } from '../execute/incoming.ts';
import type { RouteRequest } from '../route-request.ts';
import { requestTarget } from './request-target.ts';

/** What user functions and handlers see of a request of Fastify's; made of it as it is asked for. */
export class FastifyRouteRequest implements RouteRequest {
  readonly #request: FastifyRequest;
  readonly #incoming: Pick<Incoming, 'signal'>;
  #headers: Headers | undefined;

  constructor(request: FastifyRequest, incoming: Pick<Incoming, 'signal'>) {
    this.#request = request;
    this.#incoming = incoming;
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    const { protocol, host, originalUrl } = this.#request;
    return `${originOf(protocol, host)}${requestTarget(originalUrl)}`;
  }

  get headers(): Headers {
    this.#headers ??= new Headers(textHeaders(this.#request));
    return this.#headers;
  }

  get signal(): AbortSignal {
    return this.#incoming.signal();
  }
}

/** A client may send any text as its host, or none; what is more than a host would change the path. */
function originOf(protocol: string, host: string): string {
  const scheme = protocol === 'https' ? 'https' : 'http';
  const parsed = URL.parse(`${scheme}://${host}`);
  return parsed !== null && parsed.href === `${parsed.origin}/`
    ? parsed.origin
    : `${scheme}://localhost`;
}

/** The headers by their names in lower case, as text; without the pseudo-headers of HTTP/2. */
export function textHeaders(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':')) continue;
    headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}
