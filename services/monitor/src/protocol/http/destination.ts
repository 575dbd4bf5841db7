import { percentDecoded } from '../../url/percent-decoded.ts';
import { Fault } from '../fault.ts';

type Scheme = 'http' | 'https';

/** Where a url leads: what to connect to and what to ask for there. */
export interface Destination {
  readonly scheme: Scheme;
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Host and port as a Host header has them: the port only where it is not the scheme’s own. */
  readonly authority: string;
  /** Path and query. */
  readonly path: string;
  /** Value of an Authorization header, from the url’s user and password. */
  readonly authorization?: string;
  /** The url without user, password and fragment. */
  readonly url: string;
}

const ports = { http: 80, https: 443 } as const;

/** Parses a url, relative to `base` where one is given. Throws `Fault` 14, or 13 for another scheme. */
export function parseDestination(text: string, base?: string): Destination {
  const url = parse(text, base);
  const scheme = schemeOf(url);
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const authorization = basicAuthOf(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  return {
    scheme,
    host,
    port: url.port === '' ? ports[scheme] : Number(url.port),
    authority: url.host,
    path: pathOf(url),
    url: url.href,
    ...(authorization === undefined ? {} : { authorization }),
  };
}

/** `search` knows no question mark that nothing follows. */
function pathOf({ href, pathname, search }: URL): string {
  return search === '' && href.endsWith('?') ? `${pathname}?` : pathname + search;
}

export function isSameOrigin(one: Destination, other: Destination): boolean {
  return one.scheme === other.scheme && one.host === other.host && one.port === other.port;
}

function parse(text: string, base: string | undefined): URL {
  const url = URL.parse(text, base);
  // The text is left out of the message: it may hold a password.
  if (url === null) throw new Fault(14, 'the url cannot be parsed');
  return url;
}

function schemeOf({ protocol, hostname }: URL): Scheme {
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new Fault(13, `the scheme "${protocol.slice(0, -1)}" is not http or https`);
  }
  if (hostname === '') throw new Fault(14, 'the url has no host');
  return protocol === 'http:' ? 'http' : 'https';
}

function basicAuthOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** A lone % is legal in a url’s password and stands for itself. */
function unescaped(text: string): string {
  return percentDecoded(text) ?? text;
}
