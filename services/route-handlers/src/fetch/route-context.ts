/** Params of a path as a server hands them over, decoded. */
export type RouteParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What Next calls a route handler with beside the request; `params` is undefined for a path without any. */
export interface RouteContext {
  readonly params?: RouteParams | Promise<RouteParams> | undefined;
}
