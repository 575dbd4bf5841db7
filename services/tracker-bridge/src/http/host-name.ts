import { isIPv4 } from 'node:net';

/**
 * The name or address of a `Host` header or of a setting, without its port, in lower case; undefined for what is none.
 * Only plain ones are taken: `127.1` and the like mean an address to some and a name to others.
 */
export function hostNameOf(host: string): string | undefined {
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host) ?? [];
  return name?.toLowerCase().replace(/\.$/, '');
}

/** No page of somebody else's has such a name: browsers take them for this machine (RFC 6761, 6.3). */
export const isLoopback = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '[::1]' ||
  (isIPv4(name) && name.startsWith('127.'));

/** An address as it stands in a `Host` header: `::ffff:10.0.0.1` is how a socket for both kinds tells `10.0.0.1`. */
export function addressAsHost(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}
