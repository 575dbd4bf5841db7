import type { FastifyInstance } from 'fastify';
import { BridgeError } from '../errors.ts';
import { pathOf } from './request-path.ts';

/** No endpoint, page or file has a longer one, and file systems take no longer names. */
const longest = 250;

export function refuseLongPaths(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (pathOf(request).length <= longest) done();
    else done(new BridgeError('PATH_TOO_LONG'));
  });
}
