import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textTo } from './text-to.ts';

const read = (type: string, text: string) => textTo.get(type)?.(text);

const noNumbers = [
  '',
  ' ',
  ' 1',
  '1 ',
  '+1',
  '01',
  '.5',
  '5.',
  '0x10',
  '0b1',
  '1_0',
  '1e',
  '1e999',
  '-1e999',
  'NaN',
  'Infinity',
  '١',
  '1\n',
  'true',
  'null',
];

describe('textTo', () => {
  it.each(noNumbers)('reads no number from %j', text => {
    expect(read('number', text)).toBeUndefined();
    expect(read('integer', text)).toBeUndefined();
  });

  it.each([
    ['0', 0],
    ['-0', -0],
    ['5', 5],
    ['-5.25', -5.25],
    ['1e3', 1000],
    ['1E-2', 0.01],
    ['1e300', 1e300],
  ])('reads a number from %j', (text, number) => {
    expect(read('number', text)).toBe(number);
  });

  it.each([
    '1.9',
    '-0.5',
    '1e-1',
    '1e-400',
    '0.99999999999999999999',
    '9007199254740992',
    '-9007199254740992',
    '1e21',
  ])('reads no integer from %j', text => {
    expect(read('integer', text)).toBeUndefined();
  });

  it.each([
    ['5', 5],
    ['5.0', 5],
    ['5e2', 500],
    ['-9007199254740991', -9007199254740991],
  ])('reads an integer from %j', (text, integer) => {
    expect(read('integer', text)).toBe(integer);
  });

  it('reads every number that JSON can write back as it was', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(numbers, number => {
        expect(read('number', JSON.stringify(number))).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  it('reads every safe integer back as it was', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), integer => {
        expect(read('integer', String(integer))).toBe(integer);
      }),
    );
  });

  it('reads as a number only what JSON would', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+eE ') }), text => {
        const number = read('number', text);
        if (number !== undefined) expect(number).toBe(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['true', true],
    ['false', false],
    ['TRUE', undefined],
    ['1', undefined],
    ['', undefined],
  ])('reads the boolean of %j', (text, boolean) => {
    expect(read('boolean', text)).toBe(boolean);
  });

  it('reads every bigint of up to 4,096 characters, and of digits alone', () => {
    fc.assert(
      fc.property(fc.bigInt(), bigint => {
        expect(read('bigint', String(bigint))).toBe(bigint);
      }),
    );
    expect(read('bigint', '9'.repeat(4096))).toBe(10n ** 4096n - 1n);
    for (const text of ['9'.repeat(4097), '', '1n', '1.0', '0x1', '+1', ' 1', '01']) {
      expect(read('bigint', text)).toBeUndefined();
    }
  });
});
