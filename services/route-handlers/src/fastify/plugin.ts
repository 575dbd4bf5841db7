import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { RouteHandlerError } from '../errors.ts';
import type { CompiledRoute } from '../execute/compile-route.ts';
import {
  type DescribedRoutes,
  describeRoutes,
  type OpenApiDocument,
  type OpenApiInfo,
} from '../openapi/describe-routes.ts';
import { leaveBodyUnread } from './body-unread.ts';
import { compileRoutes } from './compile-routes.ts';
import { loadFolder } from './load-folder.ts';
import { mountRoute } from './mount-route.ts';
import type { MountedRoute } from './source-route.ts';
import type { FormatError } from './to-reply.ts';

export type { MountedRoute } from './source-route.ts';

export interface RouteHandlersOptions {
  /** A folder of `route.<method>.config.ts` files (or what they were compiled to); relative to the working folder. */
  readonly directory?: string | URL;
  /** Routes by name, for bundles, in which there is no folder to look at. */
  readonly routes?: readonly MountedRoute[];
  /** Makes the body of every error. Default: `{ message }`. */
  readonly formatError?: FormatError;
  /** Serves an OpenAPI 3.1 document of the routes. */
  readonly openapi?: {
    /** Default `/openapi.json`, below the plugin's prefix. */
    readonly path?: string;
    readonly info: OpenApiInfo;
    /** JSON Schema of what `formatError` makes. */
    readonly errorSchema?: object;
  };
}

/**
 * Mounts route configs on a Fastify server, in a context of its own: bodies are left to the routes, which read them
 * once the caller is known. Rejects with `RH_CONFIG`, naming everything that is wrong with every route.
 */
export const routeHandlers: FastifyPluginAsync<RouteHandlersOptions> = async (
  instance,
  options,
) => {
  const { directory, routes = [], formatError, openapi } = options;
  if (directory === undefined && options.routes === undefined) {
    throw new RouteHandlerError('RH_CONFIG', 'routeHandlers takes a "directory" or "routes"');
  }
  const loaded = directory === undefined ? noFolder : await loadFolder(directory);
  const sources = [...loaded.routes, ...routes];
  const compiled = compileRoutes(sources, instance.initialConfig.bodyLimit);
  const described = openapi && describe(instance, compiled.routes, openapi);
  const problems = [
    ...loaded.problems,
    ...compiled.problems,
    ...(described === undefined ? [] : described.problems),
  ];
  if (problems.length > 0) throw new RouteHandlerError('RH_CONFIG', problems.join('\n'));
  leaveBodyUnread(instance);
  for (const route of compiled.routes) {
    const hasHead = compiled.routes.some(
      ({ method, path }) => method === 'head' && path === route.path,
    );
    mountRoute(instance, route, { formatError, hasHead });
  }
  if (described !== undefined) serve(instance, described.document, openapi?.path);
};

const noFolder = { routes: [], problems: [] };

function describe(
  { prefix }: FastifyInstance,
  routes: readonly CompiledRoute[],
  { info, errorSchema }: NonNullable<RouteHandlersOptions['openapi']>,
): DescribedRoutes {
  const servers = prefix === '' ? [] : [{ url: prefix }];
  return describeRoutes(routes, info, { servers, errorSchema });
}

function serve(instance: FastifyInstance, document: OpenApiDocument, path = '/openapi.json'): void {
  const text = JSON.stringify(document);
  instance.get(path, (_request, reply) => {
    reply.type('application/json').serializer(String);
    return reply.send(text);
  });
}
