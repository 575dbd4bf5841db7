import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BridgeError } from '../errors.ts';
import { doubledHeader, isOwnHost, isOwnOrigin } from '../http/own-caller.ts';
import { isApiCall, isReading, pathOf } from './request-path.ts';

/**
 * Refuses requests that a page of somebody else's has a browser send: under a name that is not the server's, as after
 * DNS rebinding, or from another origin. Readiness checks come by whatever address, and only read.
 */
export function refuseForeign(server: FastifyInstance, allowedHosts: readonly string[]): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const problem = isHealthCheck(request) ? undefined : problemOf(request, allowedHosts);
    done(problem);
  });
}

function problemOf(request: FastifyRequest, names: readonly string[]): BridgeError | undefined {
  const doubled = doubledHeader(request.raw);
  if (doubled !== undefined) {
    return new BridgeError('BAD_REQUEST', `the header ${doubled} is there more than once`);
  }
  if (!isOwnHost(request.raw, names)) {
    return new BridgeError(
      'FORBIDDEN',
      'the server is not called by this Host: see TRACKER_WEB_ALLOWED_HOSTS',
    );
  }
  if (isPageOrFile(request) || isOwnOrigin(request.raw)) return undefined;
  return new BridgeError('FORBIDDEN', 'the request comes from a page of another origin');
}

/** Anybody may link to the UI. */
const isPageOrFile = (request: FastifyRequest): boolean =>
  isReading(request) && !isApiCall(request);

const isHealthCheck = (request: FastifyRequest): boolean =>
  isReading(request) && pathOf(request) === '/api/health';
