import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { PrepareError } from '../../errors.ts';
import type { Tls } from '../../probe/schema/tls.ts';

const maxContexts = 256;

/**
 * The certificates to trust and to show. Loading them costs milliseconds and much memory, so probes with
 * the same ones share a context, the 256 used last being kept. Throws `PrepareError` 4 for a PEM that is none.
 */
export function secureContextOf({ ca, cert, key }: Tls = {}): SecureContext {
  const id = JSON.stringify([ca, cert, key]);
  const context = contexts.get(id) ?? create({ ca, cert, key });
  contexts.delete(id);
  contexts.set(id, context);
  const [oldest] = contexts.keys();
  if (contexts.size > maxContexts && oldest !== undefined) contexts.delete(oldest);
  return context;
}

const contexts = new Map<string, SecureContext>();

type Material = Readonly<Record<'ca' | 'cert' | 'key', string | undefined>>;

function create({ ca, cert, key }: Material): SecureContext {
  if ((cert === undefined) !== (key === undefined)) {
    throw new PrepareError(4, 'a client certificate needs both tls.cert and tls.key');
  }
  try {
    // A context takes a text without any certificate as no authority at all; this throws.
    if (ca !== undefined) new X509Certificate(ca);
    return createSecureContext({
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert, key }),
    });
  } catch (cause) {
    throw new PrepareError(4, 'tls.ca, tls.cert or tls.key is no PEM that can be used', { cause });
  }
}
