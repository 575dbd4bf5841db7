import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import type { TlsMeasurement } from '../result.ts';
import type { Journey } from './journey.ts';
import { readable } from './readable.ts';

/** How a server proves itself. */
export interface Trust {
  readonly secureContext: SecureContext;
  readonly allowUnauthorized: boolean;
  /** Sent as SNI and looked for in the certificate, instead of the host. */
  readonly serverName?: string;
}

const maxChain = 16;

/** TLS on a connection. The caller closes the connection. */
export async function secure(
  socket: Socket,
  host: string,
  trust: Trust,
  { deadline, watch }: Journey,
): Promise<TLSSocket> {
  watch.enter('tls');
  const secured = connect({ socket, ...optionsOf(host, trust) });
  try {
    await deadline.race(() => handshakeOf(secured));
    return secured;
  } catch (error) {
    secured.destroy();
    throw error;
  }
}

/** What a connection agreed on. */
export function measureTls(socket: TLSSocket): TlsMeasurement {
  return {
    version: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().name,
    earliestExpiry: earliestExpiryOf(socket.getPeerX509Certificate()),
  };
}

function handshakeOf(socket: TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('error', error => reject(readable(error)));
    socket.once('secureConnect', resolve);
  });
}

function optionsOf(host: string, { secureContext, allowUnauthorized, serverName }: Trust) {
  const name = serverName ?? host.replace(/\.$/, '');
  return {
    secureContext,
    rejectUnauthorized: !allowUnauthorized,
    ALPNProtocols: ['http/1.1'],
    // Identity is checked against the server name, else the host; an address is never sent as SNI.
    host: name,
    servername: isIP(name) === 0 ? name : '',
  };
}

function earliestExpiryOf(leaf: X509Certificate | undefined): number {
  let earliest = Number.POSITIVE_INFINITY;
  let certificate = leaf;
  for (let depth = 0; depth < maxChain && certificate !== undefined; depth += 1) {
    earliest = Math.min(earliest, certificate.validToDate.getTime());
    certificate = certificate.issuerCertificate;
  }
  return Math.floor(earliest / 1000);
}
