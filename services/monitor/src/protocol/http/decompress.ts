import { promisify } from 'node:util';
import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import { Fault } from '../fault.ts';

const maxEncodings = 4;
/** Below it the thread pool costs more than the work, which maxBody bounds. */
const inlineBytes = 16_384;

interface Limit {
  readonly maxOutputLength: number;
}

interface Decoder {
  now(body: Buffer, limit: Limit): Buffer;
  later(body: Buffer, limit: Limit): Promise<Buffer>;
}

const gzip: Decoder = { now: gunzipSync, later: promisify(gunzip) };
const zlib: Decoder = { now: inflateSync, later: promisify(inflate) };
const raw: Decoder = { now: inflateRawSync, later: promisify(inflateRaw) };
const decoders = new Map<string, (body: Buffer) => Decoder>([
  ['gzip', () => gzip],
  ['x-gzip', () => gzip],
  // “deflate” is zlib’s format by the RFC; some servers send it without zlib’s header.
  ['deflate', body => (((body[0] ?? 0) & 0x0f) === 8 ? zlib : raw)],
  ['br', () => ({ now: brotliDecompressSync, later: promisify(brotliDecompress) })],
  ['zstd', () => ({ now: zstdDecompressSync, later: promisify(zstdDecompress) })],
]);

/** Whether a Content-Encoding of that name, in any case, can be undone. */
export function canDecompress(name: string): boolean {
  return decoders.has(name.toLowerCase());
}

/**
 * Undoes a Content-Encoding. Rejects with `Fault` 23 for one that is not known, 18 past `maxBody` bytes,
 * 9 for a damaged body.
 */
export async function decompress(
  body: Buffer,
  contentEncoding: string,
  maxBody: number,
): Promise<Buffer> {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map(name => name.trim());
  const encodings = names.filter(name => name !== '' && name !== 'identity').reverse();
  if (encodings.length > maxEncodings) throw new Fault(23, 'the body is encoded too many times');
  let plain = body;
  for (const encoding of encodings) {
    const decoder = decoders.get(encoding);
    if (decoder === undefined) throw new Fault(23, `the encoding "${encoding}" is not known`);
    plain = await decode(plain, decoder(plain), encoding, maxBody);
  }
  return plain;
}

async function decode(
  body: Buffer,
  decoder: Decoder,
  encoding: string,
  maxBody: number,
): Promise<Buffer> {
  const limit = { maxOutputLength: Math.max(maxBody, 1) };
  try {
    return body.length <= inlineBytes ? decoder.now(body, limit) : await decoder.later(body, limit);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new Fault(18, `the unpacked body is larger than ${maxBody} bytes`, { cause });
    }
    throw new Fault(9, `the body is no whole "${encoding}"`, { cause });
  }
}
