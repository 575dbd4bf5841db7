import { hostAndPort } from '../../egress/host.ts';
import type { Destination } from './destination.ts';
import type { ProxyServer } from './proxy.ts';
import { type HeaderList, headerValue, without } from './request-headers.ts';

/** One request as it goes to one server. */
export interface Outgoing {
  readonly destination: Destination;
  readonly method: string;
  /** Without Content-Length, and without Host unless the author set it. */
  readonly headers: HeaderList;
  readonly body?: Buffer;
  /** Head and body, ready to be written. */
  readonly wire: Buffer;
}

/** A proxy is told the whole url of a plain http request; for https it only makes the tunnel. */
export function outgoing(
  request: Omit<Outgoing, 'wire'>,
  proxy: ProxyServer | undefined,
): Outgoing {
  return { ...request, wire: wireOf(request, proxy) };
}

/** What asks a proxy for a tunnel to the destination. */
export function connectRequest(
  { host, port }: Destination,
  authorization: string | undefined,
): Buffer {
  const authority = hostAndPort(host, port);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (authorization !== undefined) lines.push(`Proxy-Authorization: ${authorization}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function wireOf(
  { destination, method, headers, body }: Omit<Outgoing, 'wire'>,
  proxy: ProxyServer | undefined,
): Buffer {
  const isAbsolute = proxy !== undefined && destination.scheme === 'http';
  const sent = proxy === undefined ? headers : headersFor(proxy, headers, isAbsolute);
  const lines = [`${method} ${isAbsolute ? destination.url : destination.path} HTTP/1.1`];
  if (headerValue(sent, 'host') === undefined) lines.push(`Host: ${destination.authority}`);
  for (const [name, value] of sent) lines.push(`${name}: ${value}`);
  const length = contentLengthOf(method, body);
  if (length !== undefined) lines.push(`Content-Length: ${length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body === undefined ? head : Buffer.concat([head, body]);
}

function contentLengthOf(method: string, body: Buffer | undefined): number | undefined {
  if (body !== undefined) return body.length;
  return method === 'POST' || method === 'PUT' || method === 'PATCH' ? 0 : undefined;
}

/** Credentials for the proxy are for the proxy alone, on every hop. */
function headersFor(proxy: ProxyServer, headers: HeaderList, isRead: boolean): HeaderList {
  const bare = without(headers, name => name === 'proxy-authorization');
  if (!isRead || proxy.authorization === undefined) return bare;
  return [...bare, ['Proxy-Authorization', proxy.authorization]];
}
