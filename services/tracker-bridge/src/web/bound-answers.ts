import type { FastifyInstance } from 'fastify';
import { BridgeError } from '../errors.ts';
import type { WebLimits } from './web-limits.ts';

/**
 * Bounds what slow readers cost: an answer that is not read in time is cut off, and while the unread ones are too much
 * in all, no run is begun.
 */
export function boundAnswers(
  server: FastifyInstance,
  { answerMs, unreadBytes }: Pick<WebLimits, 'answerMs' | 'unreadBytes'>,
): void {
  let unread = 0;
  server.addHook('onRequest', ({ method }, _reply, done) => {
    if (method !== 'POST' || unread < unreadBytes) done();
    else done(new BridgeError('BUSY', 'earlier answers wait to be read: try again later'));
  });
  server.addHook('onSend', (_request, { raw }, payload, done) => {
    // Its client has gone: nothing is kept for it, and nothing would tell that it is done with.
    if (raw.closed) return done(null, payload);
    const size = typeof payload === 'string' ? payload.length : 0;
    const timer = setTimeout(() => raw.destroy(), answerMs);
    unread += size;
    raw.once('close', () => {
      clearTimeout(timer);
      unread -= size;
    });
    done(null, payload);
  });
}
