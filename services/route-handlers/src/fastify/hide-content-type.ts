import type {
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RequestPayload,
  RouteShorthandOptions,
} from 'fastify';

type Hooks = Required<Pick<RouteShorthandOptions, 'preParsing' | 'preValidation'>>;

/**
 * Hooks of a route that reads no body: Fastify would refuse a request whose content type is none, so such a type is
 * kept from it, from after the hooks of the app that see the body's stream until the route's validation.
 */
export function hideContentType(): Hooks {
  const hidden = new WeakMap<FastifyRequest, FastifyRequest['headers']>();
  return {
    preParsing(
      request: FastifyRequest,
      _reply: FastifyReply,
      payload: RequestPayload,
      done: (error: null, payload: RequestPayload) => void,
    ) {
      const { headers } = request;
      const type = headers['content-type'];
      if (type !== undefined && !isMediaType.test(type)) {
        hidden.set(request, headers);
        request.headers = { ...headers, 'content-type': undefined };
      }
      done(null, payload);
    },
    preValidation(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) {
      const headers = hidden.get(request);
      if (headers !== undefined) request.headers = headers;
      done();
    },
  };
}

/** No looser than Fastify's own test: what this takes to be none is only hidden. */
const isMediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+ *(?:;|$)/;
