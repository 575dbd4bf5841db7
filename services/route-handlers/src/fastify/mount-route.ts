import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledRoute } from '../execute/compile-route.ts';
import { execute } from '../execute/execute.ts';
import { FastifyIncoming } from './fastify-incoming.ts';
import { paramsReader } from './read-params.ts';
import { routeUrls } from './route-url.ts';
import { type FormatError, toReply } from './to-reply.ts';

export interface MountOptions {
  readonly formatError: FormatError | undefined;
  /** Whether a route for HEAD stands at the same path, so that Fastify must not make one of GET. */
  readonly hasHead: boolean;
}

/** Adds a route to a server, below its prefix. */
export function mountRoute(
  instance: FastifyInstance,
  route: CompiledRoute,
  { formatError, hasHead }: MountOptions,
): void {
  const readParams = paramsReader(route.segments, {
    prefixSegments: instance.prefix.split('/').filter(text => text !== '').length,
    ignoresDuplicateSlashes: instance.initialConfig.routerOptions?.ignoreDuplicateSlashes === true,
  });
  const handler = async (
    request: FastifyRequest<{ Params: Record<string, string> }>,
    reply: FastifyReply,
  ) => {
    const params = readParams(request.params, request.url);
    if (params === undefined) return reply.callNotFound();
    const incoming = new FastifyIncoming(request, reply, params);
    const response = await execute(route, incoming);
    incoming.settle();
    // A time-out of the server's may have answered meanwhile.
    return reply.sent ? undefined : toReply(response, incoming, reply, formatError);
  };
  for (const url of routeUrls(route.segments)) {
    instance.route<{ Params: Record<string, string> }>({
      method: route.method.toUpperCase(),
      url,
      handler,
      ...(hasHead && route.method === 'get' ? { exposeHeadRoute: false } : {}),
    });
  }
}
