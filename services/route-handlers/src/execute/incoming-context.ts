import type { HandlerContext } from '../route-config.ts';
import type { RouteRequest } from '../route-request.ts';
import type { Incoming } from './incoming.ts';

/** What a handler gets beside its input; request and signal are made only for handlers that ask for them. */
export class IncomingContext implements HandlerContext {
  readonly #incoming: Incoming;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  get request(): RouteRequest {
    return this.#incoming.request();
  }

  get signal(): AbortSignal {
    return this.#incoming.signal();
  }
}
