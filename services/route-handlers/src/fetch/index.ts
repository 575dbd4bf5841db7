export {
  createRouteHandler,
  type RouteHandler,
  type RouteHandlerOptions,
} from './create-route-handler.ts';
export type { RouteContext, RouteParams } from './route-context.ts';
