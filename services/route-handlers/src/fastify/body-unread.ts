import type { FastifyInstance } from 'fastify';

/**
 * Keeps Fastify from reading bodies in this context: each request's `body` is its stream, untouched, or undefined
 * where it has none.
 */
export function leaveBodyUnread(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  // The first are looked up faster than the last, which all others fall to.
  for (const type of [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '*',
  ]) {
    instance.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
  }
}
