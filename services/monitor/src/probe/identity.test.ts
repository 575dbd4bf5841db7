import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbered } from './identity.ts';

test('keeps keys that are there once', () => {
  expect(numbered(['a', 'b'])).toEqual(['a', 'b']);
});

test('numbers duplicates in the order entered', () => {
  expect(numbered(['a', 'b', 'a', 'a'])).toEqual(['a', 'b', 'a #2', 'a #3']);
});

test('passes by a number that is somebody’s name, and keys that are taken', () => {
  expect(numbered(['a #2', 'a', 'a'])).toEqual(['a #2', 'a', 'a #3']);
  expect(numbered(['unreachable'], ['unreachable'])).toEqual(['unreachable #2']);
});

test('never gives a key twice', () => {
  const key = fc.constantFrom('a', 'b', 'a #2', 'a #3', 'b #2');
  fc.assert(
    fc.property(fc.array(key, { maxLength: 12 }), keys => {
      expect(new Set(numbered(keys)).size).toBe(keys.length);
    }),
  );
});
