/** A piece of a route's path. */
export type Segment =
  | { readonly kind: 'static'; readonly text: string }
  /** `[id]`: one segment. */
  | { readonly kind: 'param'; readonly name: string }
  /** `[...rest]`: one or more segments; `[[...rest]]`: also none. Only at the end. */
  | { readonly kind: 'rest'; readonly name: string; readonly optional: boolean };

/** Values of a path's dynamic segments, decoded; an optional catch-all that matches nothing has no key. */
export type RawParams = Readonly<Record<string, string | readonly string[]>>;

/** Reads a path as the generated code writes it: `/posts/[postId]/[[...rest]]`. */
export function parsePath(path: string): readonly Segment[] {
  return path
    .split('/')
    .filter(text => text !== '')
    .map(parseSegment);
}

function parseSegment(text: string): Segment {
  const [, optionalRest] = /^\[\[\.\.\.(.+)\]\]$/.exec(text) ?? [];
  if (optionalRest !== undefined) return { kind: 'rest', name: optionalRest, optional: true };
  const [, rest] = /^\[\.\.\.(.+)\]$/.exec(text) ?? [];
  if (rest !== undefined) return { kind: 'rest', name: rest, optional: false };
  const [, name] = /^\[(.+)\]$/.exec(text) ?? [];
  return name === undefined ? { kind: 'static', text } : { kind: 'param', name };
}
