import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '../errors.ts';
import { isApiCall, isReading, pathOf } from './request-path.ts';

/** The methods of each endpoint, for whoever uses another. */
const endpoints: ReadonlyMap<string, string> = new Map([
  ['/api/health', 'GET, HEAD'],
  ['/api/run', 'POST'],
]);

/**
 * Serves the built UI, compressed where `x.br` or `x.gz` stands beside `x`. Whoever opens an address of the UI gets its
 * page, which knows what to show there; a file or an endpoint that is missing is missing.
 */
export async function serveUi(server: FastifyInstance, folder: string): Promise<void> {
  await server.register(files, {
    root: folder,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response, path) => response.header('cache-control', cachingOf(path)),
  });
  server.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request);
    if (allowed !== undefined) return refuseMethod(request, reply, allowed);
    if (isNavigation(request)) return reply.code(200).sendFile('index.html');
    return reply.code(404).send(errorBody(404, `there is no ${pathOf(request)}`));
  });
}

/** Names of assets hold a hash of what is in them. */
const cachingOf = (path: string): string =>
  /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.[\w.]+$/.test(path)
    ? 'public, max-age=31536000, immutable'
    : 'no-cache';

/** Undefined where the method is not what is wrong. */
function allowedMethods(request: FastifyRequest): string | undefined {
  if (isApiCall(request)) return endpoints.get(pathOf(request));
  return isReading(request) ? undefined : 'GET, HEAD';
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply, allow: string): FastifyReply {
  const message = `${pathOf(request)} takes ${allow}, not ${request.method}`;
  return reply.code(405).header('allow', allow).send(errorBody(405, message));
}

const isNavigation = (request: FastifyRequest): boolean =>
  isReading(request) && !isApiCall(request) && (request.headers.accept ?? '').includes('text/html');
