import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNestedDeeper } from './nesting.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('the depth of any JSON is found, whatever its texts hold', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', ']') }),
  );
  const json = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 6 },
      text,
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(text, tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(json, fc.nat(8), (value, most) => {
      expect(isNestedDeeper(JSON.stringify(value), most)).toBe(depthOf(value) > most);
    }),
  );
});
