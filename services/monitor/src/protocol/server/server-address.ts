import { bareHost, hostAndPort } from '../../egress/host.ts';
import { PrepareError } from '../../errors.ts';
import { percentDecoded } from '../../url/percent-decoded.ts';

/** Where a server is and how to log in to it: from a uri, or from an entry's fields. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: string | undefined;
}

export interface UriAddress extends ServerAddress {
  /** Without the colon. */
  readonly scheme: string;
  readonly parameters: URLSearchParams;
}

interface UriForm {
  readonly schemes: readonly string[];
  readonly port: number;
}

/** As every driver here does. */
const defaultHost = 'localhost';

/**
 * Reads a connection uri; a part that is left out takes its default.
 * Throws `PrepareError` 14 where it is no uri, 13 where its scheme is another one; neither repeats the uri.
 */
export function parseServerUri(uri: string, { schemes, port }: UriForm): UriAddress {
  const url = urlOf(uri);
  const scheme = url.protocol.slice(0, -1);
  if (!schemes.includes(scheme)) {
    throw new PrepareError(13, `the uri must start with ${schemes.join(':// or ')}://`);
  }
  return {
    scheme,
    host: bareHost(decoded(url.hostname)),
    port: url.port === '' ? port : Number(url.port),
    user: decoded(url.username) || undefined,
    password: decoded(url.password) || undefined,
    database: decoded(url.pathname.slice(1)) || undefined,
    parameters: url.searchParams,
  };
}

/** The address an entry's discrete fields give. */
export function addressOfFields(
  fields: { readonly [Key in keyof ServerAddress]?: ServerAddress[Key] | undefined },
  port: number,
): ServerAddress {
  return { ...fields, host: bareHost(fields.host ?? defaultHost), port: fields.port ?? port };
}

/** `postgres://host:5432/database`: what may be shown of an address. */
export function shownAddress(scheme: string, { host, port, database }: ServerAddress): string {
  const path = database === undefined ? '' : `/${encodeURIComponent(database)}`;
  return `${scheme}://${hostAndPort(host, port)}${path}`;
}

/** The same of an entry that isn't rendered yet, so that its text need not be a uri; never throws. */
export function shownEntry(
  scheme: string,
  { uri, ...fields }: Parameters<typeof addressOfFields>[0] & { readonly uri?: string | undefined },
  port: number,
): string {
  if (uri !== undefined) return shownUri(uri);
  const { host, database, port: shownPort } = addressOfFields(fields, port);
  const path = database === undefined ? '' : `/${database}`;
  return `${scheme}://${hostAndPort(host, shownPort)}${path}`;
}

/**
 * Cuts up to the last `@`, whatever stands before it, and the whole query: the paths and parameters of a database
 * have no `@`, so what is left of a badly escaped password never shows.
 */
function shownUri(uri: string): string {
  return uri.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1').replace(/[?#].*$/s, '');
}

function urlOf(uri: string): URL {
  // The URL standard has no uri with a user or port but no host; Redis's form does.
  const whole = uri.replace(
    /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@|(?![^/?#]*@)))(?=[:/?#]|$)/i,
    `$1${defaultHost}`,
  );
  const url = URL.parse(whole);
  if (url === null) throw new PrepareError(14, 'the uri cannot be parsed');
  return url;
}

function decoded(part: string): string {
  const text = percentDecoded(part);
  if (text === undefined) throw new PrepareError(14, 'the uri holds a % that escapes nothing');
  return text;
}
