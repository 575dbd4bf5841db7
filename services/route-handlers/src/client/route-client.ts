import { type ClientOptions, callEndpoint } from './call-endpoint.ts';
import type { CallInput, CallOutput, Endpoint, EndpointTypes } from './endpoint.ts';

/** What generated clients are made of: a method of theirs for each of a route's. */
export class RouteClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
  }

  /** Rejects as `callEndpoint` does. */
  protected call<T extends EndpointTypes>(
    endpoint: Endpoint<T>,
    input: CallInput<T> | undefined,
  ): Promise<CallOutput<T>> {
    return callEndpoint(endpoint, input, this.#options);
  }
}
