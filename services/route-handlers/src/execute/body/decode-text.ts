import { Buffer, isUtf8 } from 'node:buffer';
import { Malformed } from '../../malformed.ts';

/** UTF-8 as text, a byte order mark left out. Throws `Malformed` where it is not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  // Costs less than a TextDecoder, and every JSON body passes here.
  if (!isUtf8(bytes)) throw new Malformed('the body is not UTF-8');
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('utf8', hasMark(buffer) ? 3 : 0);
}

const hasMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
