import { isIP } from 'node:net';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { PrepareError } from '../../errors.ts';
import type { Tls } from '../../probe/schema/tls.ts';

/** How to secure a connection to a server. */
export interface ServerTls {
  /** The name or address the certificate must be for. */
  readonly name: string;
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly rejectUnauthorized: boolean;
}

/**
 * The TLS settings of an entry for its host.
 * Throws `PrepareError` 4 where a certificate or key can't be read.
 */
export function serverTls(tls: Tls, host: string, rejectUnauthorized = true): ServerTls {
  const { ca, cert, key, serverName } = tls;
  try {
    createSecureContext({ ca, cert, key });
  } catch (cause) {
    throw new PrepareError(4, 'tls: ca, cert or key is no PEM, or key is not that of cert', {
      cause,
    });
  }
  return { name: serverName ?? host, ca, cert, key, rejectUnauthorized };
}

/** For `tls.connect`: SNI carries no addresses, so an address is only looked for in the certificate. */
export function connectionOptions({ name, ...settings }: ServerTls): ConnectionOptions {
  return { ...settings, host: name, ...(isIP(name) === 0 ? { servername: name } : {}) };
}
