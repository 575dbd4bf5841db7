import type { RawParams } from '../path/segment.ts';
import type { RouteRequest } from '../route-request.ts';

/**
 * A request as a front end hands it to `execute`. Everything is asked for when it is needed, so that a front end
 * makes nothing for a route that has no use for it.
 */
export interface Incoming {
  /** For the user function and the handler; the same object on each call. */
  request(): RouteRequest;
  /** Throws `Malformed` where they can't be decoded. */
  params(): RawParams;
  /** What follows `?`, undecoded; '' where there is none. */
  query(): string;
  /** By name in lower case; a repeated one joined with `, `. */
  headers(): Readonly<Record<string, string>>;
  contentType(): string | undefined;
  /** The whole body. Rejects with `BodyTooLarge` past so many bytes, having read no more than that. */
  readBody(limit: number): Promise<Uint8Array>;
  /** Aborted when the client goes away; asked for only by handlers that use it. */
  signal(): AbortSignal;
  /** Whether the client has gone away by now; says the same as `signal().aborted` without making a signal. */
  aborted(): boolean;
  /** Tells the server's log of what the client is not told: an error of a user function (401) or a handler (500). */
  report(error: unknown): void;
}
