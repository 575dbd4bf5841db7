import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { codeOf } from '../error-code.ts';
import { Fault } from '../fault.ts';
import type { TlsMeasurement } from '../result.ts';
import type { Journey } from './journey.ts';

/** How a server proves itself. */
export interface Trust {
  readonly secureContext: SecureContext;
  readonly allowUnauthorized: boolean;
  /** Sent as SNI and looked for in the certificate, instead of the host. */
  readonly serverName?: string;
}

const maxChain = 16;

/** TLS on a connection; what it agreed on is noted in the journey. */
export async function secure(
  socket: Socket,
  host: string,
  trust: Trust,
  journey: Journey,
): Promise<TLSSocket> {
  journey.stopwatch.enter('tls');
  const tls = await journey.deadline.step<TLSSocket>((resolve, reject) => {
    const secured = connect({ socket, ...optionsOf(host, trust) });
    secured.on('error', error => reject(readable(error)));
    secured.once('secureConnect', () => resolve(secured));
    return () => secured.destroy();
  });
  journey.tls = measure(tls);
  return tls;
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

/** OpenSSL’s own text is a line of internals around a short reason. */
function readable(error: Error): Error {
  if (!('library' in error && 'reason' in error)) return error;
  return new Fault(codeOf(error), `TLS: ${error.reason}`, { cause: error });
}

function measure(socket: TLSSocket): TlsMeasurement {
  return {
    version: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().name,
    earliestExpiry: earliestExpiryOf(socket.getPeerX509Certificate()),
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
