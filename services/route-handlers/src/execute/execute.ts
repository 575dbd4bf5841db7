import type { HandlerResponse } from '../response.ts';
import type { CompiledRoute } from './compile-route.ts';
import type { Incoming } from './incoming.ts';

/** Answers a request as the specification orders it. Never rejects. */
export async function execute(route: CompiledRoute, incoming: Incoming): Promise<HandlerResponse> {
  throw new Error(`not written yet: ${route.path} ${typeof incoming}`);
}
