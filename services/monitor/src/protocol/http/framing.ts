import { Fault } from '../fault.ts';
import type { ResponseHead } from './response-head.ts';

/** How the end of a body is told (RFC 9112, section 6.3). */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' };

/** Throws `Fault` 9 where the headers contradict each other, 23 for a transfer encoding that is not known. */
export function framingOf({ status, headers }: ResponseHead, method: string): Framing {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { kind: 'none' };
  const transferEncoding = headers['transfer-encoding'];
  const contentLength = headers['content-length'];
  if (transferEncoding !== undefined) {
    if (transferEncoding.toLowerCase() !== 'chunked') {
      throw new Fault(23, `the transfer encoding "${transferEncoding}" is not known`);
    }
    if (contentLength !== undefined) {
      throw new Fault(9, 'the answer has both Transfer-Encoding and Content-Length');
    }
    return { kind: 'chunked' };
  }
  if (contentLength === undefined) return { kind: 'close' };
  return { kind: 'length', length: lengthOf(contentLength) };
}

/** Equal repeated values, joined by then, count as one. */
function lengthOf(value: string): number {
  const [first = '', ...others] = value.split(',').map(part => part.trim());
  if (!/^\d{1,15}$/.test(first) || others.some(other => other !== first)) {
    throw new Fault(9, 'the answer’s Content-Length is no single number');
  }
  return Number(first);
}
