import type { RequestPart, RequestValidator } from './request-validator.ts';
import type { HandlerResponse } from './response.ts';
import type { RouteRequest } from './route-request.ts';
import type { InputOf, OutputOf, Schema } from './schema/schema.ts';

/** The validated parts of a request and its user; a key is there only where the validator defines it. */
export type HandlerInput<V> = {
  readonly [K in keyof V & (RequestPart | 'user')]: K extends 'user'
    ? V[K] extends (...request: never) => infer User
      ? Awaited<User>
      : never
    : OutputOf<V[K]>;
};

export interface HandlerContext {
  readonly request: RouteRequest;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** A route's own work, typed by its validators. What it throws is answered 500 and told to the server's log. */
export type HandlerFunc<V extends RequestValidator, R extends Schema> = (
  input: HandlerInput<V>,
  context: HandlerContext,
) => Promise<HandlerResponse<InputOf<R>>>;

/** What a `route.<method>.config.ts` exports. */
export interface RouteConfig<V extends RequestValidator, R extends Schema> {
  readonly requestValidator: V;
  readonly responseValidator: R;
  readonly handler: HandlerFunc<V, R>;
}

/**
 * Any route's config, its handler's input unknown here. The handler is declared as a method, so that a config of
 * any type fits; `execute` gives it what its own validator made.
 */
export interface AnyRouteConfig {
  readonly requestValidator: RequestValidator;
  readonly responseValidator: Schema;
  handler(input: object, context: HandlerContext): Promise<HandlerResponse>;
}
