import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlugs, slugOf } from './slug.ts';

test.each<[string[], string]>([
  [['Orders', 'Get one'], 'orders-get-one'],
  [['Über uns', ' – '], 'uber-uns'],
  [['日本', '{{x}}'], 'x'],
  [['日本'], 'request'],
  [['a'.repeat(60), 'login'], 'login'],
  [['b'.repeat(80)], 'b'.repeat(63)],
])('%j is %s', (texts, slug) => {
  expect(slugOf(texts, 'request')).toBe(slug);
});

test('any texts become labels of RFC 1123, no two alike', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('a'.repeat(70)));
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 30 }), all => {
      const unique = createSlugs();
      const ids = all.map(texts => unique(slugOf(texts, 'request')));
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
    }),
  );
});
