import { maskExpressions } from './mask-expressions.ts';
import { isSecretParameter } from './secret-names.ts';

/** Part of a text, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const authorityPattern = /^([^:/?#@]*:\/\/)?([^/?#\\]*)/;
// Several hosts with commas between, as MongoDB has them; a masked expression may stand for a port.
const addressPattern = /^((\[[^\]]*\]|[^:,[]*)(:(\d*|x+))?(,|$))+$/;
const parameter = /[?&#]([^=&#?]*)=([^&#]*)/g;

/** The user and password before the `@` of a URL, rendered or not; undefined where there are none. */
export function findUserinfo(url: string): Span | undefined {
  const masked = maskExpressions(url);
  const [whole = '', scheme = '', authority = ''] = authorityPattern.exec(masked) ?? [];
  const start = scheme.length;
  // `redis://:a/b@host`: no address ends before the slash, so it stands in a password that was not encoded.
  const isCutShort = !addressPattern.test(authority.slice(authority.lastIndexOf('@') + 1));
  const end = (isCutShort ? masked : whole).lastIndexOf('@');
  return end < start ? undefined : { start, end };
}

/** The values of query and fragment parameters whose names say that they are secret. */
export function findSecretParameters(url: string): readonly Span[] {
  return findParameters(url).filter(({ name }) => isSecretParameter(name));
}

/** The values of all query and fragment parameters, and their names as they are written. */
export function findParameters(url: string): readonly (Span & { readonly name: string })[] {
  return [...maskExpressions(url).matchAll(parameter)].map(({ 0: whole, 1: name = '', index }) => ({
    name,
    start: index + name.length + 2,
    end: index + whole.length,
  }));
}
