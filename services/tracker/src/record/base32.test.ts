import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeNumber, encodeBits, encodeNumber } from './base32.ts';

const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test('a number comes back as it was', () => {
  fc.assert(
    fc.property(times, value => {
      expect(decodeNumber(encodeNumber(value, 10))).toBe(value);
    }),
  );
});

test('numbers of one length are in order as text', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      expect(encodeNumber(one, 10) < encodeNumber(other, 10)).toBe(one < other);
    }),
  );
});

test('bytes as text are in their order, and different where they are', () => {
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const order = Math.sign(Buffer.compare(one, other));
      const [first, second] = [encodeBits(one, 16), encodeBits(other, 16)];
      expect(first === second ? 0 : first < second ? -1 : 1).toBe(order);
    }),
  );
});

test('bits are taken from the front, five a character', () => {
  expect(encodeBits(new Uint8Array([0b11111_000, 0b01_00000_0]), 2)).toBe('Z1');
});
