import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decompress } from './decompress.ts';

const text = Buffer.from('hello, hello, hello');

describe('decompress', () => {
  test.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', text],
    ['deflate, gzip', gzipSync(deflateSync(text))],
  ])('undoes %s', async (encoding, body) => {
    expect(await decompress(body, encoding, 100)).toEqual(text);
  });

  test('undoes a large body', async () => {
    const large = Buffer.from(Array.from({ length: 20_000 }, (_, index) => index * 7919).join());
    expect(await decompress(gzipSync(large), 'gzip', large.length)).toEqual(large);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('refuses a bomb of %s with 18', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(10_000_000));
    await expect(decompress(bomb, encoding, 1000)).rejects.toMatchObject({ status: 18 });
  });

  test('refuses an unknown encoding, or too many, with 23', async () => {
    await expect(decompress(text, 'compress', 100)).rejects.toMatchObject({ status: 23 });
    await expect(decompress(text, 'br,br,br,br,br', 100)).rejects.toMatchObject({ status: 23 });
  });

  test('refuses a damaged or truncated body with 9', async () => {
    await expect(decompress(text, 'gzip', 100)).rejects.toMatchObject({ status: 9 });
    const truncated = gzipSync(text).subarray(0, -9);
    await expect(decompress(truncated, 'gzip', 100)).rejects.toMatchObject({ status: 9 });
  });
});
