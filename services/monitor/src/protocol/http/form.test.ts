import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formOf } from './form.ts';

test('writes values as a form reads them, safe for urls and in UTF-8', () => {
  const body = { a: 'b c&d', n: 1, yes: true, none: null, left: undefined, é: 'ü' };
  expect(formOf(body)).toBe('a=b+c%26d&n=1&yes=true&none=&%C3%A9=%C3%BC');
});

test('names nested members in brackets', () => {
  const pairs = new URLSearchParams(formOf({ a: { b: [1, { c: 2 }] }, d: ['x'] }));
  expect([...pairs]).toEqual([
    ['a[b][0]', '1'],
    ['a[b][1][c]', '2'],
    ['d[0]', 'x'],
  ]);
});

test('any flat object of strings comes back as it was', () => {
  const names = fc.string({ minLength: 1, unit: 'grapheme' });
  const flat = fc.dictionary(names, fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(flat, body => {
      expect([...new URLSearchParams(formOf(body))]).toEqual(Object.entries(body));
    }),
  );
});
