import { RouteHandlerError } from '../errors.ts';
import { compileRoute } from '../execute/compile-route.ts';
import { execute } from '../execute/execute.ts';
import { serialize } from '../execute/serialize.ts';
import { type Method, methods } from '../method.ts';
import { fitsPath } from '../path/match-path.ts';
import type { RequestValidator } from '../request-validator.ts';
import { errorResponse } from '../response.ts';
import type { RouteConfig } from '../route-config.ts';
import type { Schema } from '../schema/schema.ts';
import { FetchIncoming } from './fetch-incoming.ts';
import { pathnameOf } from './request-url.ts';
import type { RouteContext } from './route-context.ts';
import { toResponse } from './to-response.ts';

/** Answers a request. A server that matches paths itself hands over the params; else the URL is matched. */
export type RouteHandler = (request: Request, context?: RouteContext) => Promise<Response>;

export interface RouteHandlerOptions {
  /** Told of what the client is not told, with the route it happened in. Default: `console.error`. */
  readonly report?: (error: unknown, route: string) => void;
}

const notFound = errorResponse(404, 'Not Found');

/**
 * Serves a config in Next, or any server of `Request` and `Response`. Without params from the server, a URL of
 * another path is answered 404. Throws `RH_CONFIG` where the config can't be used.
 */
export function createRouteHandler<V extends RequestValidator, R extends Schema>(
  method: Uppercase<Method>,
  path: string,
  config: RouteConfig<V, R>,
  { report = reportToConsole }: RouteHandlerOptions = {},
): RouteHandler {
  const route = compileRoute({ method: requireMethod(method), path, config });
  const needsParams = route.parts.some(({ name }) => name === 'params');
  const tell = (error: unknown) => report(error, `${method} ${path}`);
  return async (request, context) => {
    // Next has matched the path also where it has no params to hand over; other servers give a context of their own.
    const isMatched = context !== undefined && 'params' in context;
    // Next tells a prerender by whether params are awaited, so only a route that has a use for them does.
    const params = needsParams && isMatched ? await context.params : undefined;
    const response =
      isMatched || fitsPath(route.segments, pathnameOf(request.url))
        ? await execute(route, new FetchIncoming(request, route.segments, params, tell))
        : notFound;
    return toResponse(serialize(response, { report: tell }), request.method === 'HEAD');
  };
}

function requireMethod(name: string): Method {
  const method = methods.find(known => known.toUpperCase() === name);
  if (method !== undefined) return method;
  const all = methods.map(known => known.toUpperCase()).join(', ');
  throw new RouteHandlerError('RH_CONFIG', `"${name}" is no method of a route: there are ${all}`);
}

function reportToConsole(error: unknown, route: string): void {
  // biome-ignore lint/suspicious/noConsole: the log of whichever server this runs in.
  console.error(route, error);
}
