import type { FastifyInstance } from 'fastify';
import { BridgeError } from '../errors.ts';

/**
 * Refuses calls whose body is said to be anything but JSON before any of it is read: browsers send other types across
 * origins without asking first.
 */
export function refuseOtherTypes(server: FastifyInstance): void {
  server.addHook('onRequest', ({ method, headers, routeOptions }, _reply, done) => {
    const isCall = method === 'POST' && routeOptions.url?.startsWith('/api/') === true;
    const type = headers['content-type'] ?? '';
    if (!isCall || /^application\/json[\t ]*(;|$)/i.test(type)) done();
    else done(new BridgeError('NOT_JSON', 'the content type must be application/json'));
  });
}
