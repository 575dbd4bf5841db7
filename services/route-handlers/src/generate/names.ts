import { parsePath, type Segment } from '../path/segment.ts';

/**
 * A name for each path, in upper camel case and different from the others', for its class and hooks:
 * `/posts/[postId]/comments` is `PostsPostIdComments`, `/` is `Root`. Paths that would have the same name say which
 * segments are dynamic; those still alike are numbered.
 */
export function nameRoutes(paths: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(paths)].sort();
  const byName = [...Map.groupBy(sorted, path => nameOf(path, wordOf))];
  const names = new Map<string, string>();
  // Those without a rival first: they keep their names whatever the rivals are called.
  for (const [name, [path = '', ...rivals]] of byName) {
    if (rivals.length === 0) names.set(path, name);
  }
  const taken = new Set(names.values());
  for (const path of sorted.filter(path => !names.has(path))) {
    const full = nameOf(path, fullWordOf);
    let name = full;
    for (let n = 2; taken.has(name); n++) name = `${full}${n}`;
    taken.add(name);
    names.set(path, name);
  }
  return names;
}

function nameOf(path: string, toWord: (segment: Segment) => string): string {
  const name = parsePath(path).map(toWord).join('') || 'Root';
  // The class of a path /route would else have the name of its base class.
  return /^\p{ID_Start}/u.test(name) && name !== 'Route' ? name : `Route${name}`;
}

const wordOf = (segment: Segment): string =>
  camelCase(segment.kind === 'static' ? segment.text : segment.name);

function fullWordOf(segment: Segment): string {
  if (segment.kind === 'static') return wordOf(segment);
  return `${wordOf(segment)}${segment.kind === 'param' ? 'Param' : 'Params'}`;
}

/** Splits at what is in no identifier; a text that has nothing else is spelled by its code points. */
function camelCase(text: string): string {
  if (/^[A-Za-z]+$/.test(text)) return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  const words = text
    .replace(/[^\p{ID_Continue}\p{ASCII}]/gu, codeOf)
    .split(/[^\p{ID_Continue}]|_/u)
    .filter(word => word !== '');
  const spelled = words.length > 0 ? words : Array.from(text, codeOf);
  return spelled.map(word => word.replace(/^./u, first => first.toUpperCase())).join('');
}

function codeOf(character: string): string {
  return `U${(character.codePointAt(0) ?? 0).toString(16)}`;
}
