export { type MountedRoute, type RouteHandlersOptions, routeHandlers } from './plugin.ts';
