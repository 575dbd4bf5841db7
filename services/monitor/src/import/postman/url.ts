import { at } from '../../probe/problem.ts';
import { isRecord } from '../../probe/record.ts';
import type { Marked } from './marks.ts';
import {
  parameterLetters,
  parameterNameLetters,
  pathLetters,
  percentEncode,
  queryLetters,
  userinfoLetters,
} from './percent-encode.ts';
import type { Complain } from './reading.ts';
import { encoded, type Resolver } from './resolver.ts';
import { parseUrl } from './url-parser.ts';
import { unparsedUrl } from './url-unparser.ts';

/** A parameter that an auth adds to the query. */
export interface AddedParameter {
  readonly name: Marked;
  readonly value: Marked;
}

/** What happens to a url beside its own text. */
interface UrlOptions {
  readonly source: string;
  /** Replaces those of its name. */
  readonly added: AddedParameter | undefined;
  readonly isEncoded: boolean;
  readonly complain: Complain;
}

/** The url as Postman sends it: put together, its variables replaced, cut again, encoded. */
export function urlOf(value: unknown, resolver: Resolver, options: UrlOptions): Marked {
  const { source, added, isEncoded, complain } = options;
  tellOfRaw(value, resolver, source);
  const parts = parseUrl(resolver.resolve(unparsedUrl(value, source, complain), source));
  const encode = (text: Marked, letters: ReadonlySet<string>) =>
    isEncoded ? resolver.marks.map(text, literal => percentEncode(literal, letters)) : text;
  const { userinfo, host, port, path } = parts;
  const query = withParameter(parts.query, added, resolver, source);
  tellOfPath(path ?? '', resolver, source);
  tellOfResponses([path ?? '', query ?? ''], resolver, source);
  return [
    protocolOf(parts.protocol, host, resolver),
    userinfo === undefined ? '' : `${encodedUserinfo(userinfo, encode)}@`,
    host,
    port === undefined ? '' : `:${port}`,
    path === undefined ? '' : `/${encode(path, pathLetters)}`,
    query === undefined ? '' : `?${encode(query, queryLetters)}`,
  ].join('');
}

/** A url without scheme is one of http; where a reference comes first, its value may hold the scheme. */
function protocolOf(protocol: string | undefined, host: Marked, { marks }: Resolver): string {
  if (protocol !== undefined) return `${protocol.toLowerCase()}://`;
  const [first] = marks.textOf(host);
  if (typeof first !== 'object') return 'http://';
  if (first.kind === 'expression') return isFromResponse(first.expression) ? '' : 'http://';
  const { value } = first;
  return value !== undefined && !/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? 'http://' : '';
}

function encodedUserinfo(
  userinfo: Marked,
  encode: (text: Marked, letters: ReadonlySet<string>) => Marked,
): Marked {
  const colon = userinfo.indexOf(':');
  if (colon === -1) return encode(userinfo, userinfoLetters);
  const user = encode(userinfo.slice(0, colon), userinfoLetters);
  return `${user}:${encode(userinfo.slice(colon + 1), userinfoLetters)}`;
}

function withParameter(
  query: Marked | undefined,
  added: AddedParameter | undefined,
  resolver: Resolver,
  source: string,
): Marked | undefined {
  if (added === undefined) return query;
  const others = query?.split('&').filter(pair => pair.split('=', 1)[0] !== added.name) ?? [];
  const name = encoded(resolver, added.name, text => percentEncode(text, parameterNameLetters), {
    form: 'url',
    source,
  });
  const value = encoded(resolver, added.value, text => percentEncode(text, parameterLetters), {
    form: 'url',
    source,
  });
  return [...others, `${name}=${value}`].join('&');
}

function tellOfPath(path: Marked, { tell }: Resolver, source: string): void {
  if (!/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return;
  tell(
    'changed',
    source,
    'the segments . and .. of the path are followed, where Postman sends them',
  );
}

function tellOfResponses(
  texts: readonly Marked[],
  { marks, tell }: Resolver,
  source: string,
): void {
  const isRead = texts
    .flatMap(text => marks.textOf(text))
    .some(
      part =>
        typeof part === 'object' && part.kind === 'expression' && isFromResponse(part.expression),
    );
  if (isRead) tell('changed', source, 'what comes from a response is not percent-encoded');
}

const isFromResponse = (expression: string) => expression.startsWith('responses.');

/** The app writes both; where they lead elsewhere, its own sending goes by the parts. */
function tellOfRaw(value: unknown, { tell }: Resolver, source: string): void {
  if (!isRecord(value) || typeof value.raw !== 'string') return;
  const named = unparsedUrl({ ...value, variable: undefined }, source, () => undefined);
  if (addressOf(value.raw) === addressOf(named)) return;
  tell('carried', at(source, 'raw'), 'raw leads elsewhere than the parts of the url, which count');
}

/** Host and path, as far as two ways of writing a url can be compared. */
function addressOf(url: string): string {
  return url
    .trim()
    .replace(/[?#].*$/s, '')
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
}
