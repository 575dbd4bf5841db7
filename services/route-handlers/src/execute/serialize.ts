import type { HandlerResponse, ResponseHeaders } from '../response.ts';
import { refusal } from './refusal.ts';

/** A response as it goes over the wire. */
export interface Wire {
  readonly status: number;
  /** Names in lower case, with a content type where there is a body. */
  readonly headers: ResponseHeaders;
  readonly body: string | undefined;
}

export interface SerializeOptions {
  /** Makes the body of an error; `{ message }` where it is left out. */
  readonly formatError?: (error: { readonly status: number; readonly message: string }) => object;
  /** Told of a body that JSON can't hold and of headers that HTTP can't; the answer is then 500. */
  readonly report: (error: unknown) => void;
}

const jsonHeaders: ResponseHeaders = Object.freeze({ 'content-type': 'application/json' });

const noHeaders: ResponseHeaders = Object.freeze({});

/** Statuses whose answers have no body, by HTTP (RFC 9110, 15). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Turns what `execute` gave into status, headers and JSON text. Never throws, `report` and `formatError` aside. */
export function serialize(response: HandlerResponse, options: SerializeOptions): Wire {
  try {
    return toWire(response, options);
  } catch (error) {
    options.report(error);
    return toWire(refusal.internalServerError, options);
  }
}

function toWire(response: HandlerResponse, { formatError = toMessage }: SerializeOptions): Wire {
  const { status } = response;
  const content = response.kind === 'error' ? formatError(response) : response.body;
  const hasBody = content !== undefined && !bodiless.has(status);
  return {
    status,
    headers: headersOf(response.headers, hasBody),
    body: hasBody ? toJson(content) : undefined,
  };
}

const toMessage = ({ message }: { readonly message: string }): object => ({ message });

function toJson(content: unknown): string {
  // Undefined for a function and a symbol, whatever its type says.
  const text: string | undefined = JSON.stringify(content);
  if (text === undefined) throw new TypeError(`a body of type ${typeof content} is no JSON`);
  return text;
}

function headersOf(headers: ResponseHeaders, hasBody: boolean): ResponseHeaders {
  const entries = Object.entries(headers);
  if (entries.length === 0) return hasBody ? jsonHeaders : noHeaders;
  const named = entries.map(([name, value]) => [name.toLowerCase(), value] as const);
  for (const [name, value] of named) requireSendable(name, value);
  return { ...(hasBody ? jsonHeaders : noHeaders), ...Object.fromEntries(named) };
}

/** Throws where a name or value can't go over HTTP, as one with a line break. */
function requireSendable(name: string, value: string | readonly string[]): void {
  const headers = new Headers();
  for (const one of typeof value === 'string' ? [value] : value) headers.append(name, one);
}
