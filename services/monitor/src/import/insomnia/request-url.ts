import { encoded } from './derive.ts';
import {
  encodeInQuery,
  encodeOnce,
  encodePath,
  encodeQueryValue,
  withCommas,
} from './encode-url.ts';
import {
  cut,
  joined,
  joinedBy,
  knownPartOf,
  type Part,
  type Parts,
  split,
  trimmed,
} from './parts.ts';

export interface Parameter {
  readonly name: Parts;
  /** Absent: the name stands alone, without `=`. */
  readonly value?: Parts;
}

export interface UrlSource {
  readonly url: Parts;
  /** Those that are not disabled. */
  readonly parameters: readonly Parameter[];
  readonly pathParameters: ReadonlyMap<string, Parts>;
  /** The setting of the request: without it the url is sent as it is written. */
  readonly isEncoded: boolean;
}

/** Characters, more than any server takes. */
const longest = 64 * 1024;

/** The url that Insomnia sends: with a scheme, its parameters, and encoded; without what follows `#`. */
export function requestUrl({ url, parameters, pathParameters, isEncoded }: UrlSource): Parts {
  if (isTooLong(url)) return url;
  const [base] = cut(withScheme(trimmed(url)), '#');
  const [address, query] = cut(base, '?');
  const { authority, path } = splitAddress(address);
  const finish = (text: string) => (isEncoded ? encodePath(text) : text);
  const pieces = [
    ...(query ? [isEncoded ? encodedQuery(query) : query] : []),
    ...parameters.flatMap(parameter => writtenParameter(parameter, isEncoded)),
  ].filter(piece => piece.length > 0);
  const joiner = query || !knownPartOf(address).includes('?') ? '?' : '&';
  return joined([
    authority,
    withPathParameters(path, pathParameters, finish),
    pieces.length > 0 ? [joiner] : [],
    joinedBy('&', pieces),
  ]);
}

/** What is that long is no url: nothing is worked out in it. */
function isTooLong(url: Parts): boolean {
  return url.length > longest || knownPartOf(url).length > longest;
}

/** Without a scheme it is plain http; one that begins with a value which is not known has its scheme there. */
function withScheme(url: Parts): Parts {
  const [first] = url;
  if (first === undefined || knownPartOf(url).includes('://')) return url;
  const isKnown =
    typeof first === 'string' || (first.kind === 'value' && first.value !== undefined);
  return isKnown ? joined([['http://'], url]) : url;
}

/** The path begins at the first slash behind the host, as far as the host is written out. */
function splitAddress(address: Parts): { authority: Parts; path: Parts } {
  const [scheme, behind] = cut(address, '://');
  const [host, path] = cut(behind ?? address, '/');
  return {
    authority: behind ? joined([scheme, ['://'], host]) : host,
    path: path ? joined([['/'], path]) : [],
  };
}

const pathParameter = /(\/:[^/?#:]+)/;

/** `:id` in the path becomes its value; one that is empty or not there stays as it is written. */
function withPathParameters(
  path: Parts,
  values: ReadonlyMap<string, Parts>,
  finish: (text: string) => string,
): Parts {
  const lists = path.flatMap((part: Part): Parts[] => {
    if (typeof part !== 'string') return [encoded([part], finish)];
    return part.split(pathParameter).map((piece, index) => {
      const value = index % 2 === 1 ? values.get(piece.slice(2)) : undefined;
      if (!value || value.length === 0) return [finish(piece)];
      const escaped = encoded(value, text => finish(encodeURIComponent(text.toWellFormed())));
      return joined([['/'], escaped]);
    });
  });
  return joined(lists);
}

/** Pairs without a name are left out. */
function encodedQuery(query: Parts): Parts {
  const pairs = split(query, '&').flatMap(pair => {
    const [name, value] = cut(pair, '=');
    if (name.length === 0) return [];
    const encodedName = encoded(name, encodeInQuery);
    if (!value) return [encodedName];
    return [joined([encodedName, ['='], encoded(value, encodeQueryValue)])];
  });
  return joinedBy('&', pairs);
}

/** Parameters are encoded even where the url is not, and once more where it is. */
function writtenParameter({ name, value }: Parameter, isEncoded: boolean): Parts[] {
  if (name.length === 0) return [];
  const again = (text: string) => (isEncoded ? encodeInQuery(text) : text);
  const encodedName = encoded(name, text => again(encodeOnce(text)));
  if (!value) return [encodedName];
  const finish = (text: string) => withCommas(again(withCommas(encodeOnce(text))));
  return [joined([encodedName, ['='], encoded(value, finish)])];
}
