import { RouteHandlerError } from '../errors.ts';
import { parseResponse } from '../schema/parse-response.ts';
import type { Schema } from '../schema/schema.ts';
import type { CallInput, CallOptions, CallOutput, Endpoint, EndpointTypes } from './endpoint.ts';
import { readAnswer } from './read-answer.ts';
import { buildRequest, type CallParts } from './request.ts';
import { withinDeadline } from './within-deadline.ts';

/** The function that sends requests, as the global `fetch` does. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /**
   * Stands before each path: an origin such as `https://example.com`, or one with a path, or a path. Default: the
   * page's own server; outside of a page it is needed.
   */
  readonly baseUrl?: string | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

const defaultTimeoutMs = 10_000;

/**
 * Calls a route and gives the body of its success, once the route's response schema has accepted it; an answer
 * without a body is `undefined` to the schema. Rejects with `ResponseError` for any status but 200 to 299, a
 * `TimeoutError` (time for the body included), the reason of an abort, the network's error, or the schema's.
 */
export function callEndpoint<T extends EndpointTypes>(
  endpoint: Endpoint<T>,
  input: CallInput<T> | undefined,
  client: ClientOptions,
  ...signals: readonly AbortSignal[]
): Promise<CallOutput<T>> {
  const { options = {}, ...parts }: CallParts & { options?: CallOptions } = input ?? {};
  const { abortController, timeoutMs = defaultTimeoutMs } = options;
  const deadline = {
    timeoutMs,
    signals: abortController ? [abortController.signal, ...signals] : signals,
  };
  return withinDeadline(deadline, async signal => {
    const { url, init } = buildRequest(endpoint, parts, client.baseUrl);
    // Called with no `this`: a browser's own `fetch` refuses any but its window.
    const { fetch = ownFetch(url) } = client;
    const body = await readAnswer(await fetch(url, { ...init, signal }));
    const output = await parseResponse(responseSchema(endpoint), body);
    // `T` only stands for the types of the config whose response schema has just accepted this.
    return output as CallOutput<T>;
  });
}

/** Kept, for a schema is made ready for use only once; a module that calls none of its endpoints makes no schema. */
function responseSchema(endpoint: Endpoint): Schema {
  const known = schemas.get(endpoint);
  if (known !== undefined) return known;
  const made = endpoint.response();
  schemas.set(endpoint, made);
  return made;
}

const schemas = new WeakMap<Endpoint, Schema>();

function ownFetch(url: string): Fetch {
  if (url.startsWith('/') && !('location' in globalThis)) {
    throw new RouteHandlerError(
      'RH_CALL',
      `${url} is a path, which only a page can fetch: give a baseUrl`,
    );
  }
  return globalThis.fetch;
}
