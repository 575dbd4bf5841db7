import { derived } from './derive.ts';
import type { Parts } from './parts.ts';

/** A filter of Nunjucks on a text; undefined where its arguments are not as they should be. */
type Change = (args: readonly string[]) => ((text: string) => string) | undefined;

const plain = (change: (text: string) => string): Change => {
  return args => (args.length === 0 ? change : undefined);
};

const filters: ReadonlyMap<string, Change> = new Map([
  ['lower', plain(text => text.toLowerCase())],
  ['upper', plain(text => text.toUpperCase())],
  ['trim', plain(text => text.trim())],
  ['capitalize', plain(text => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase())],
  ['urlencode', plain(text => encodeURIComponent(text.toWellFormed()))],
  ['string', plain(text => text)],
  ['safe', plain(text => text)],
  ['replace', replacing],
]);

/** The text as the filter makes it; undefined where the filter is not known, or the text not before a run. */
export function filtered(parts: Parts, name: string, args: readonly string[]): Parts | undefined {
  const change = filters.get(name)?.(args);
  return change && derived(parts, name, change);
}

function replacing([from, to, ...more]: readonly string[]): ((text: string) => string) | undefined {
  if (from === undefined || from === '' || to === undefined || more.length > 0) return undefined;
  return text => {
    // Each could become a long one.
    const count = text.split(from).length - 1;
    return count * to.length > 1024 * 1024 ? text : text.replaceAll(from, () => to);
  };
}
