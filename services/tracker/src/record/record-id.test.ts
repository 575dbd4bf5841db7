import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOfKey } from './id-of-key.ts';
import { isId, newId } from './record-id.ts';
import { recordTypes } from './record-type.ts';

const chance = fc.uint8Array({ minLength: 10, maxLength: 10 });

test('new ids are ids, in the order of their milliseconds', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 2 });
  fc.assert(
    fc.property(time, chance, chance, (now, one, other) => {
      const first = newId(now, () => one);
      expect(isId(first)).toBe(true);
      expect(newId(now + 1, () => other) > first).toBe(true);
    }),
  );
});

test('a clock before 1970 makes an id as well', () => {
  expect(isId(newId(-5, bytes => new Uint8Array(bytes)))).toBe(true);
});

test('a key gives one id a type, and another for another key', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (key, other) => {
      const ids = recordTypes.map(type => idOfKey(type, key));
      expect(ids.every(isId)).toBe(true);
      expect(new Set(ids).size).toBe(ids.length);
      expect(idOfKey('ticket', key) === idOfKey('ticket', other)).toBe(key === other);
    }),
  );
});

test('the id of a key never changes: it is in every clone', () => {
  expect(idOfKey('ticket', 'incident-1')).toBe('5FKK9J44FBMX8YS2BGVG95DZE7');
});
