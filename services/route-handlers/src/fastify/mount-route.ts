import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { CompiledRoute } from '../execute/compile-route.ts';
import { execute } from '../execute/execute.ts';
import { bodyUse } from '../method.ts';
import { FastifyIncoming, type MatchedRequest, UntypedIncoming } from './fastify-incoming.ts';
import { hideContentType } from './hide-content-type.ts';
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
  const answer = async (incoming: FastifyIncoming, reply: FastifyReply) => {
    const response = await execute(route, incoming);
    incoming.settle();
    // A time-out of the server's may have answered meanwhile.
    return reply.sent ? undefined : toReply(response, incoming, reply, formatError);
  };
  const handler = (request: MatchedRequest, reply: FastifyReply) => {
    if (!reader.fits(request.params, request.url)) return reply.callNotFound();
    return answer(new FastifyIncoming(request, reply, reader), reply);
  };
  const errorHandler = (error: FastifyError, request: MatchedRequest, reply: FastifyReply) => {
    // Every other error is the server's to answer.
    if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error;
    return answer(new UntypedIncoming(request, reply, reader), reply);
  };
  // Fastify looks at no content type of a method that has no body.
  const unread = bodyUse[route.method] === 'never' ? {} : hideContentType();
  for (const url of routeUrls(route.segments)) {
    instance.route<{ Params: Matched }>({
      method: route.method.toUpperCase(),
      url,
      handler,
      ...(route.body === 'read' ? { errorHandler } : unread),
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
