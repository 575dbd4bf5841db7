import { RouteHandlerError } from '../errors.ts';
import { type CompiledRoute, compileRoute } from '../execute/compile-route.ts';
import { isMethod, type Method } from '../method.ts';
import {
  describeRoutes,
  type OpenApiDocument,
  type OpenApiInfo,
  type OpenApiOptions,
} from './describe-routes.ts';

/** One route: its place and the exports of its config module. */
export interface OpenApiRoute {
  readonly method: Method | Uppercase<Method>;
  /** As in `/posts/[postId]`. */
  readonly path: string;
  readonly config: unknown;
}

/**
 * Describes routes as OpenAPI 3.1. An optional catch-all is two paths, since OpenAPI has none. A schema of a library
 * that gives no JSON Schema is described as anything. Throws `RH_CONFIG` with all that keeps routes from being
 * described, a line each.
 */
export function createOpenApi(
  routes: readonly OpenApiRoute[],
  info: OpenApiInfo,
  options?: OpenApiOptions,
): OpenApiDocument {
  const unusable: string[] = [];
  const compiled = routes.flatMap(route => {
    try {
      return [compile(route)];
    } catch (error) {
      if (!(error instanceof RouteHandlerError)) throw error;
      unusable.push(error.message);
      return [];
    }
  });
  const { document, problems } = describeRoutes(compiled, info, options);
  const all = [...unusable, ...problems];
  if (all.length > 0) throw new RouteHandlerError('RH_CONFIG', all.join('\n'));
  return document;
}

function compile({ method, path, config }: OpenApiRoute): CompiledRoute {
  const name = method.toLowerCase();
  if (isMethod(name)) return compileRoute({ method: name, path, config });
  throw new RouteHandlerError('RH_CONFIG', `${method} ${path}: "${method}" is no method`);
}
