import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledRoute } from '../execute/compile-route.ts';
import { execute } from '../execute/execute.ts';
import { FastifyIncoming } from './fastify-incoming.ts';
import { routeUrls } from './route-url.ts';
import { type FormatError, toReply } from './to-reply.ts';
import { type Matched, type Mount, urlReader } from './url-reader.ts';

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
  const reader = urlReader(route.segments, mountOf(instance));
  const handler = (request: FastifyRequest<{ Params: Matched }>, reply: FastifyReply) => {
    if (!reader.fits(request.params, request.url)) return reply.callNotFound();
    const incoming = new FastifyIncoming(request, reply, reader);
    return execute(route, incoming).then(response => {
      incoming.settle();
      // A time-out of the server's may have answered meanwhile.
      return reply.sent ? undefined : toReply(response, incoming, reply, formatError);
    });
  };
  for (const url of routeUrls(route.segments)) {
    instance.route<{ Params: Matched }>({
      method: route.method.toUpperCase(),
      url,
      handler,
      ...(hasHead && route.method === 'get' ? { exposeHeadRoute: false } : {}),
    });
  }
}

function mountOf({ prefix, initialConfig }: FastifyInstance): Mount {
  // Settings of the router stand at either place, of which one is deprecated.
  const settings: Readonly<Record<string, unknown>> = {
    ...initialConfig,
    ...initialConfig.routerOptions,
  };
  return {
    prefix,
    ignoresDuplicateSlashes: settings.ignoreDuplicateSlashes === true,
    cutsAtSemicolon: settings.useSemicolonDelimiter === true,
  };
}
