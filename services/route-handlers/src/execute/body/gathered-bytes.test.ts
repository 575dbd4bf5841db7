import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyTooLarge } from '../body-too-large.ts';
import { GatheredBytes } from './gathered-bytes.ts';

test('gives back what was added, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), chunks => {
      const bytes = new GatheredBytes(10_000);
      for (const chunk of chunks) bytes.add(chunk);
      expect(Buffer.from(bytes.whole())).toEqual(Buffer.concat(chunks));
    }),
  );
});

test('takes as many as its limit and no more', () => {
  const bytes = new GatheredBytes(4);
  bytes.add(Buffer.from('abc'));
  bytes.add(Buffer.from('d'));
  expect(() => bytes.add(Buffer.from('e'))).toThrow(BodyTooLarge);
  expect(`${bytes.whole()}`).toBe(`${Uint8Array.from(Buffer.from('abcd'))}`);
});

test('never writes into a chunk, nor reads one again once there are more', () => {
  const packet = Buffer.from('ab');
  const bytes = new GatheredBytes(1000);
  for (let n = 0; n < 3; n++) bytes.add(packet.subarray(0, 1));
  expect(`${packet}`).toBe('ab');
  packet.fill('x');
  expect(Buffer.from(bytes.whole()).toString()).toBe('aaa');
});
