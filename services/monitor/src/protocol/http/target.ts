import manifest from '../../../package.json' with { type: 'json' };
import type { IpFamily } from '../../egress/egress.ts';
import { PrepareError } from '../../errors.ts';
import type { Tls } from '../../probe/schema/tls.ts';
import { Fault } from '../fault.ts';
import type { SentConfig } from '../result.ts';
import { type Destination, parseDestination } from './destination.ts';
import type { HttpEntry } from './entry.ts';
import type { Trust } from './handshake.ts';
import { type Outgoing, outgoing } from './outgoing.ts';
import { type ProxyServer, parseProxy } from './proxy.ts';
import { type EncodedBody, encodeBody } from './request-body.ts';
import {
  checkedHeaders,
  checkedMethod,
  type HeaderList,
  headerValue,
  withDefaults,
} from './request-headers.ts';
import { secureContextOf } from './secure-context.ts';

/** A request with everything worked out that does not change from run to run. */
export interface HttpTarget {
  readonly first: Outgoing;
  readonly config: SentConfig;
  readonly followRedirects: number;
  readonly ipFamily: IpFamily;
  readonly trust: Trust;
  /** For another host, where a redirect leads: the author's name and client certificate are not for it. */
  readonly trustElsewhere: Trust;
  readonly proxy?: ProxyServer;
}

const defaults: HeaderList = [
  ['User-Agent', `picket/${manifest.version}`],
  ['Accept', '*/*'],
  ['Accept-Encoding', 'gzip, deflate, br'],
  ['Connection', 'close'],
];

/** Throws `PrepareError` with the code of what cannot be sent. */
export function prepare(entry: HttpEntry): HttpTarget {
  try {
    return targetOf(entry);
  } catch (error) {
    if (error instanceof Fault)
      throw new PrepareError(error.status, error.message, { cause: error });
    throw error;
  }
}

function targetOf(entry: HttpEntry): HttpTarget {
  const destination = parseDestination(entry.url);
  const method = checkedMethod(entry.method ?? 'GET');
  const own = checkedHeaders(entry.headers ?? {});
  const body = bodyOf(entry, method, own);
  const headers = withDefaults(own, [...impliedHeaders(destination, body), ...defaults]);
  const proxy =
    entry.proxyUrl === undefined
      ? undefined
      : parseProxy(entry.proxyUrl, headerValue(own, 'proxy-authorization'));
  const request = { destination, method, headers, ...(body && { body: body.bytes }) };
  return {
    first: outgoing(request, proxy),
    config: configOf(request, entry.body),
    followRedirects: entry.followRedirects ?? 10,
    ipFamily: entry.ipFamily ?? 'any',
    trust: trustOf(entry),
    trustElsewhere: trustOf({ ...entry, tls: authoritiesOf(entry.tls) }),
    ...(proxy && { proxy }),
  };
}

function bodyOf({ body }: HttpEntry, method: string, headers: HeaderList): EncodedBody | undefined {
  if (method === 'CONNECT') {
    throw new PrepareError(20, 'CONNECT opens a tunnel and is no request; use proxyUrl');
  }
  if (body === undefined) return undefined;
  if (method === 'TRACE') throw new PrepareError(20, 'a TRACE request cannot have a body');
  return encodeBody(body, headerValue(headers, 'content-type'));
}

function impliedHeaders({ authorization }: Destination, body?: EncodedBody): HeaderList {
  const implied: [string, string][] = [];
  if (body?.contentType !== undefined) implied.push(['Content-Type', body.contentType]);
  if (authorization !== undefined) implied.push(['Authorization', authorization]);
  return implied;
}

function configOf({ destination, method, headers }: Omit<Outgoing, 'wire'>, data: unknown) {
  return { url: destination.url, method, headers: Object.fromEntries(headers), data };
}

function authoritiesOf({ ca }: Tls = {}): Tls {
  return ca === undefined ? {} : { ca };
}

function trustOf({ tls, allowUnauthorized }: HttpEntry): Trust {
  return {
    secureContext: secureContextOf(tls),
    allowUnauthorized: allowUnauthorized ?? false,
    ...(tls?.serverName !== undefined && { serverName: tls.serverName }),
  };
}
