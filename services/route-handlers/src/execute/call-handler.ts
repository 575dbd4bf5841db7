import type { HandlerResponse } from '../response.ts';
import type { AnyRouteConfig } from '../route-config.ts';
import type { Incoming } from './incoming.ts';
import { IncomingContext } from './incoming-context.ts';
import type { Input } from './input.ts';
import { isHandlerResponse } from './is-handler-response.ts';
import { refusal } from './refusal.ts';

/** What the handler returns; 500 where it throws or returns no response, and the log is told why. */
export async function callHandler(
  { handler }: AnyRouteConfig,
  input: Input,
  incoming: Incoming,
): Promise<HandlerResponse> {
  try {
    const response: unknown = await handler(input, new IncomingContext(incoming));
    if (isHandlerResponse(response)) return response;
    throw new TypeError(
      'the handler returned no response: return successResponse(...) or errorResponse(...)',
    );
  } catch (error) {
    incoming.report(error);
    return refusal.internalServerError;
  }
}
