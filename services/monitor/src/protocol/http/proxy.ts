import { Fault } from '../fault.ts';
import { parseDestination } from './destination.ts';

export interface ProxyServer {
  readonly host: string;
  readonly port: number;
  /** Value of a Proxy-Authorization header. */
  readonly authorization?: string;
}

/**
 * `authorization` is the author’s own header, which wins over the url’s user and password.
 * Throws `Fault` 13 for a proxy that is not spoken to over http, 14 for a url that cannot be parsed.
 */
export function parseProxy(url: string, authorization: string | undefined): ProxyServer {
  const { scheme, host, port, authorization: basic } = parseDestination(url);
  if (scheme !== 'http') throw new Fault(13, 'a proxy is spoken to over http only');
  const credentials = authorization ?? basic;
  return { host, port, ...(credentials === undefined ? {} : { authorization: credentials }) };
}
