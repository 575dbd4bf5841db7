import { isIP } from 'node:net';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import type { Tls } from '../../probe/schema/tls.ts';
import { secureContextOf } from '../http/secure-context.ts';

/** How to secure a connection to a server. */
export interface ServerTls {
  /** The name or address the certificate must be for. */
  readonly name: string;
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
}

/** The TLS settings of an entry for its host. Throws `PrepareError` 4 where a certificate or key can't be used. */
export function serverTls(tls: Tls, host: string, rejectUnauthorized = true): ServerTls {
  return { name: tls.serverName ?? host, secureContext: secureContextOf(tls), rejectUnauthorized };
}

/** For `tls.connect`: SNI carries no addresses, so an address is only looked for in the certificate. */
export function connectionOptions({ name, ...settings }: ServerTls): ConnectionOptions {
  return { ...settings, host: name, ...(isIP(name) === 0 ? { servername: name } : {}) };
}
