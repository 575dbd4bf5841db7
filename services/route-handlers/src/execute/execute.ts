import type { HandlerResponse } from '../response.ts';
import { type ParsedBody, parseBody } from './body/parse-body.ts';
import type { CompiledRoute } from './compile-route.ts';
import { failures } from './failures.ts';
import type { Incoming } from './incoming.ts';
import { IncomingContext } from './incoming-context.ts';
import type { Input } from './input.ts';
import { refusal } from './refusal.ts';
import { requireHandlerResponse } from './require-handler-response.ts';
import { validateParts } from './validate-parts.ts';

const noBody: ParsedBody = { value: {}, from: 'json' };

/**
 * Answers a request, in the order of the specification: who is calling, the body, the validators, the handler.
 * Never rejects. Every request passes here: it is one function, awaiting only what is a promise, so that a route
 * pays for nothing that it has no use for.
 */
export async function execute(route: CompiledRoute, incoming: Incoming): Promise<HandlerResponse> {
  const input: Input = {};
  let answerFailure = failures.ofUser;
  try {
    if (route.user !== undefined) input.user = await route.user(incoming.request());

    let body = noBody;
    if (route.body === 'read') {
      answerFailure = failures.ofReading;
      const bytes = await incoming.readBody(route.bodyLimit);
      answerFailure = failures.ofValidating;
      const parsed = parseBody(incoming.contentType(), bytes);
      body = 'from' in parsed ? parsed : await parsed;
    } else if (route.body === 'empty') {
      input.body = {};
    }

    answerFailure = failures.ofValidating;
    const validating = validateParts(route.parts, incoming, body, input);
    const refused = validating === undefined ? undefined : await validating;
    if (refused !== undefined) return refused;
    if (incoming.aborted()) return refusal.badRequest;

    answerFailure = failures.ofHandler;
    const response = await route.handler(input, new IncomingContext(incoming));
    return requireHandlerResponse(response);
  } catch (error) {
    return answerFailure(error, incoming);
  }
}
