import { isIPv6 } from 'node:net';

/** A host without the brackets that an IPv6 address has in a url. */
export function bareHost(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** `shop:80` or `[::1]:80`: a bare host and a port as urls write them. */
export function hostAndPort(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
