/** What the folders of a config make: a route, no route (a `_private` folder), or a mistake. */
export type RoutePath =
  | { readonly kind: 'route'; readonly path: string }
  | { readonly kind: 'private' }
  | { readonly kind: 'problem'; readonly reason: string };

/**
 * Makes a route's path from the names of its folders, outermost first, as Next reads them: `(group)` and `@slot`
 * are left out, `%5F` at the start of a name stands for `_`.
 */
export function routePath(names: readonly string[]): RoutePath {
  if (names.some(isPrivate)) return { kind: 'private' };
  const texts = names.filter(name => !isLeftOut(name)).map(name => name.replace(/^%5F/i, '_'));
  const [reason] = [...texts.flatMap(problemsOf), ...problemsOfAll(texts)];
  return reason === undefined
    ? { kind: 'route', path: `/${texts.join('/')}` }
    : { kind: 'problem', reason };
}

/** Whether routes are looked for in a folder of this name, by whoever walks a tree. */
export const mayHoldRoutes = (name: string): boolean =>
  name !== 'node_modules' && !name.startsWith('.') && !isPrivate(name);

const isPrivate = (name: string): boolean => name.startsWith('_');

const isLeftOut = (name: string): boolean =>
  name.startsWith('@') || (/^\(.+\)$/.test(name) && !isIntercepting(name));

const isIntercepting = (name: string): boolean => /^\(\.{1,3}\)/.test(name);

/** `[id]`, `[...rest]` or `[[...rest]]`. */
const dynamic =
  /^\[(?<rest>\.\.\.)?(?<name>[^[\].]+)\]$|^\[\[\.\.\.(?<optionalRest>[^[\].]+)\]\]$/u;

function problemsOf(text: string): string[] {
  if (isIntercepting(text))
    return [`"${text}" intercepts another route, and has no URL of its own`];
  if (!/[[\]]/.test(text) || dynamic.test(text)) return [];
  const forms = '[name], [...name] or [[...name]]';
  if (/^\[\[[^.[\]]+\]\]$/.test(text)) {
    return [`"${text}" is optional, which only a catch-all can be: [[...name]]`];
  }
  return [`"${text}" is no dynamic segment: those are ${forms}`];
}

function problemsOfAll(texts: readonly string[]): string[] {
  const parts = texts.map(text => dynamic.exec(text)?.groups);
  const early = parts.findIndex(
    (groups, n) => (groups?.rest ?? groups?.optionalRest) !== undefined && n < parts.length - 1,
  );
  const names = parts.flatMap(groups => groups?.name ?? groups?.optionalRest ?? []);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  return [
    ...(early === -1 ? [] : [`the catch-all "${texts[early]}" is not at the end`]),
    ...(twice === undefined ? [] : [`two segments are named "${twice}"`]),
  ];
}
