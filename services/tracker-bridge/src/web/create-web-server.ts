import { STATUS_CODES } from 'node:http';
import helmet from '@fastify/helmet';
import { routeHandlers } from '@picket/route-handlers/fastify';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import * as health from '../app/api/health/route.get.config.ts';
import * as run from '../app/api/run/route.post.config.ts';
import { errorBody, meaningOf } from '../errors.ts';
import { answerClientError, answerError, answerErrors } from './answer-errors.ts';
import { boundAnswers } from './bound-answers.ts';
import { type Bridge, withinBridge } from './bridge.ts';
import { compressAnswers } from './compress-answers.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { refuseLongPaths } from './refuse-long-paths.ts';
import { refuseOtherTypes } from './refuse-other-types.ts';
import { serveUi } from './serve-ui.ts';
import type { WebLimits } from './web-limits.ts';

export interface WebServerOptions {
  readonly bridge: Bridge;
  /** Folder of the built browser UI. */
  readonly ui: string;
  /** Names besides those of the loopback under which the server may be called. */
  readonly allowedHosts: readonly string[];
  readonly limits: WebLimits;
  readonly log: FastifyBaseLogger;
}

export async function createWebServer(options: WebServerOptions): Promise<FastifyInstance> {
  const { bridge, ui, allowedHosts, limits, log } = options;
  const server = bare(limits, log);
  answerErrors(server);
  await server.register(helmet, {
    contentSecurityPolicy: { directives: policy },
    // The server speaks plain HTTP; whoever puts TLS in front of it decides for the whole host.
    strictTransportSecurity: false,
  });
  refuseForeign(server, allowedHosts);
  refuseLongPaths(server);
  refuseOtherTypes(server);
  boundAnswers(server, limits);
  compressAnswers(server);
  server.addHook('onRequest', (_request, _reply, done) => withinBridge(bridge, done));
  await server.register(routeHandlers, {
    routes: [
      { method: 'get', path: '/api/health', config: health },
      { method: 'post', path: '/api/run', config: run },
    ],
    formatError: ({ status, message }) =>
      errorBody(status, message === STATUS_CODES[status] ? meaningOf(status) : message),
  });
  await serveUi(server, ui);
  return server;
}

function bare(limits: WebLimits, log: FastifyBaseLogger): FastifyInstance {
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    // Whoever has not had an answer when all runs have ended is too slow.
    forceCloseConnections: true,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      // Node would refuse such requests without a body.
      requireHostHeader: false,
    },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  server.server.maxConnections = limits.connections;
  return server;
}

const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
};
