import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const fields = ['status', 'statusText', 'time', 'size', 'headers', 'body', 'data', 'config'];

describe('nearest', () => {
  it.each([
    ['respons', ['request', 'response'], 'response'],
    ['stauts', fields, 'status'],
    ['tiem', fields, 'time'],
    ['header', fields, 'headers'],
    ['STATUSTEXT', fields, 'statusText'],
    ['interal', ['id', 'interval', 'requests'], 'interval'],
  ])('takes %s for a misspelling', (name, candidates, expected) => {
    expect(nearest(name, candidates)).toBe(expected);
  });

  it.each([
    ['banana', fields],
    ['x', fields],
    ['', fields],
    ['status', []],
    ['status'.repeat(1000), fields],
  ])('suggests nothing where nothing is close (%#)', (name, candidates) => {
    expect(nearest(name, candidates)).toBeUndefined();
  });

  it('accepts any iterable and gives the candidate as it is spelled', () => {
    expect(nearest('lowercase', new Set(['lowerCase']))).toBe('lowerCase');
  });

  it('finds a candidate again after one letter was dropped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.nat(), (field, position) => {
        const index = position % field.length;
        expect(nearest(field.slice(0, index) + field.slice(index + 1), fields)).toBe(field);
      }),
    );
  });
});
