import { expect, test } from 'vitest';
import { acceptedEncoding } from './accepted-encoding.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.5 , gzip;q=0.8', 'gzip'],
  ['br;q=1.000,gzip;q=1', 'br'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['br;q=2', undefined],
  ['br;level=11', undefined],
  ['brotli, x-gzip', undefined],
])('%s: %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
