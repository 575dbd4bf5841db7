export type { ClientOptions, Fetch } from './call-endpoint.ts';
export {
  type CallArguments,
  type CallInput,
  type CallOptions,
  type CallOutput,
  defineEndpoint,
  type Endpoint,
  type EndpointTypes,
} from './endpoint.ts';
export { type FailedAnswer, ResponseError } from './response-error.ts';
export { RouteClient } from './route-client.ts';
