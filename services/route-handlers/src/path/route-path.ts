import { parsePath } from './segment.ts';

/** The path of a route, or why its folders make none. */
export type RoutePath =
  | { readonly path: string; readonly problem?: undefined }
  | { readonly path?: undefined; readonly problem: string };

/**
 * Makes a route's path from the names of its folders, outermost first, as Next reads them: `(group)` and `@slot`
 * are left out, `%5F` at the start of a name stands for `_`.
 */
export function routePath(names: readonly string[]): RoutePath {
  const texts = names.filter(name => !isLeftOut(name)).map(name => name.replace(/^%5F/i, '_'));
  const problem = texts.map(problemOf).find(found => found !== undefined) ?? problemOfAll(texts);
  return problem === undefined ? { path: `/${texts.join('/')}` } : { problem };
}

const isLeftOut = (name: string): boolean => /^\([^()]+\)$|^@/.test(name);

function problemOf(text: string): string | undefined {
  if (/^\(\.+\)/.test(text))
    return `"${text}" intercepts a route, and an intercepted one has no URL`;
  return undefined;
}

function problemOfAll(texts: readonly string[]): string | undefined {
  const segments = parsePath(texts.join('/'));
  const early = segments.slice(0, -1).find(segment => segment.kind === 'rest');
  if (early?.kind === 'rest') return `the catch-all "${early.name}" is to be the last segment`;
  return undefined;
}
