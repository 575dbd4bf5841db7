import type { FastifyInstance } from 'fastify';

/** A content type as Fastify takes one; it answers 415 to others, before any route has a say. */
const valid = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

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
  instance.addHook('onRequest', (request, _reply, done) => {
    const type = request.raw.headers['content-type'];
    if (type !== undefined && type !== 'application/json' && !isValid(type)) {
      request.headers = { ...request.headers, 'content-type': undefined };
    }
    done();
  });
}

function isValid(type: string): boolean {
  const end = type.indexOf(';');
  return valid.test((end < 0 ? type : type.slice(0, end)).trim());
}
