import { expect, test } from 'vitest';
import { readSource } from './read-source.ts';

const read = (bytes: Uint8Array | string) =>
  readSource('shop.har', 1, async (_, limit) => Buffer.from(bytes).subarray(0, limit));

test('a byte order mark is dropped, everything else kept', async () => {
  expect(await read('\ufeff{"a":"é\0"}')).toBe('{"a":"é\0"}');
});

test.each<[string, Uint8Array, RegExp]>([
  ['Latin-1', Buffer.from('é', 'latin1'), /^shop\.har: is not UTF-8 text \(save it as UTF-8\)$/],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), /^shop\.har: is not UTF-8 text \(save/],
  ['a cut character', Buffer.from('é').subarray(0, 1), /is not UTF-8 text \(save/],
  ['a byte too many', Buffer.alloc(1024 * 1024 + 1), /^shop\.har: is larger than 1 MiB$/],
])('%s is refused', async (_, bytes, message) => {
  await expect(read(bytes)).rejects.toThrow(message);
});
