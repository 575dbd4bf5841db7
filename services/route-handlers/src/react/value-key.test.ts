import { describe, expect, it } from 'vitest';
import { valueKey } from './value-key.ts';

describe('valueKey', () => {
  it.each([
    [
      { a: 1, b: [{ c: 2, d: 3 }] },
      { b: [{ d: 3, c: 2 }], a: 1 },
    ],
    [{ a: undefined }, {}],
    [{ day: new Date(0) }, { day: new Date(0) }],
    [{ id: 1n }, { id: '1' }],
  ])('is the same for %o and %o, which are sent alike', (one, other) => {
    expect(valueKey(one)).toBe(valueKey(other));
  });

  it.each([
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: null }, {}],
    [{ a: 1 }, { a: '1' }],
    [{ a: Number.NaN }, { a: null }],
    [{ a: { b: 1 } }, { a: 1, b: 1 }],
    [JSON.parse('{"__proto__":1}'), {}],
    [{ day: new Date(0) }, { day: new Date(1) }],
  ])('differs for %o and %o', (one, other) => {
    expect(valueKey(one)).not.toBe(valueKey(other));
  });

  it('gives a key for what cannot be sent', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(valueKey(cycle)).toBe(valueKey(cycle));
  });
});
