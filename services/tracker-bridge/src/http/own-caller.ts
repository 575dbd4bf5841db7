import type { IncomingMessage } from 'node:http';
import { addressAsHost, hostNameOf, isLoopback } from './host-name.ts';

/** Headers that decide who is let in: of two, a proxy may have looked at the other one. */
const single = ['host', 'origin', 'authorization', 'content-type'] as const;

/** One of these that is there more than once. */
export const doubledHeader = ({ headersDistinct }: IncomingMessage): string | undefined =>
  single.find(name => (headersDistinct[name]?.length ?? 0) > 1);

/** Whether the server is called by its own name, and not by one that DNS was made to lead to it. */
export function isOwnHost(
  { headers, socket }: IncomingMessage,
  allowedHosts: readonly string[],
): boolean {
  const name = hostNameOf(headers.host ?? '');
  if (name === undefined) return false;
  // An address cannot be rebound: whoever has it as its Host meant this server.
  return (
    isLoopback(name) ||
    allowedHosts.includes(name) ||
    name === addressAsHost(socket.localAddress ?? '')
  );
}

/** Whether no page of somebody else's has sent it. Browsers tell where a request comes from, programs do not. */
export function isOwnOrigin({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (headers.origin === undefined) return true;
  const origin = URL.parse(headers.origin);
  if (origin === null || !/^https?:$/.test(origin.protocol)) return false;
  return origin.host === URL.parse(`${origin.protocol}//${headers.host}`)?.host;
}
