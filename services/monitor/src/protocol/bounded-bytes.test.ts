import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedBytes } from './bounded-bytes.ts';

test('gives back what was added, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), parts => {
      const bytes = new BoundedBytes(10_000);
      for (const part of parts) bytes.add(Buffer.from(part));
      expect(bytes.whole()).toEqual(Buffer.concat(parts));
      expect(bytes.length).toBe(bytes.whole().length);
    }),
  );
});

test('takes as many as its limit and no more, which is 18', () => {
  const bytes = new BoundedBytes(4);
  bytes.add(Buffer.from('abc'));
  bytes.add(Buffer.from('d'));
  expect(() => bytes.add(Buffer.from('e'))).toThrow(expect.objectContaining({ status: 18 }));
  expect(`${bytes.whole()}`).toBe('abcd');
});

test('holds on to none of the packets that many small parts came in', () => {
  const packet = Buffer.from('ab');
  const bytes = new BoundedBytes(1000);
  for (let n = 0; n < 3; n++) bytes.add(packet.subarray(0, 1));
  packet.fill('x');
  expect(`${bytes.whole()}`).toBe('aaa');
});
