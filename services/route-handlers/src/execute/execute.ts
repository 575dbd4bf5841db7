import type { HandlerResponse } from '../response.ts';
import type { ParsedBody } from './body/parse-body.ts';
import { callHandler } from './call-handler.ts';
import type { CompiledRoute } from './compile-route.ts';
import { identify } from './identify.ts';
import type { Incoming } from './incoming.ts';
import type { Input } from './input.ts';
import { readBody } from './read-body.ts';
import { refusal } from './refusal.ts';
import { validateParts } from './validate-parts.ts';

const noBody: ParsedBody = { value: {}, from: 'json' };

/**
 * Answers a request, in the order of the specification: who is calling, the body, the validators, the handler.
 * Never rejects. Every request passes here, so a step that a route has no use for costs it nothing.
 */
export async function execute(route: CompiledRoute, incoming: Incoming): Promise<HandlerResponse> {
  const input: Input = {};
  if (route.user !== undefined) {
    const identified = await identify(route.user, incoming);
    if ('kind' in identified) return identified;
    input.user = identified.user;
  }
  if (route.body === 'empty') input.body = {};
  const body = route.body === 'read' ? await readBody(route.bodyLimit, incoming) : noBody;
  if ('kind' in body) return body;
  if (route.parts.length > 0) {
    const refused = await validateParts(route.parts, incoming, body, input);
    if (refused !== undefined) return refused;
  }
  return incoming.aborted() ? refusal.badRequest : callHandler(route.config, input, incoming);
}
