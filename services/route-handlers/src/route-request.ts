/** A request as user functions and handlers see it, of whichever server; a `Request` is one. */
export interface RouteRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Headers;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}
