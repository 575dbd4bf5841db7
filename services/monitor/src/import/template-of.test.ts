import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileTemplate } from '../template/compile-template.ts';
import type { Reference, Text } from './draft.ts';
import { templateOf } from './template-of.ts';

/** What the template renders to where each value is what the reference says. */
function rendered(text: Text): string {
  const env = new Map<string, string>();
  const template = templateOf(text, {
    nameOf({ name, value = '' }) {
      env.set(name, value);
      return name;
    },
    expressionOf: expression => expression,
  });
  const compiled = compileTemplate(template, {
    path: '',
    allow: 'request',
    env: new Set(env.keys()),
    responses: 0,
  });
  if (!compiled.ok) throw new Error(JSON.stringify([template, compiled.problems]));
  return compiled.value.render({
    env: Object.fromEntries(env),
    responses: [],
    now: () => new Date(0),
    onSecret() {},
  });
}

const literal = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('{', '}', '\\', 'a', '"', "'", ' '), maxLength: 12 }),
);
const value = fc
  .tuple(fc.nat({ max: 3 }), literal)
  .map(([n, value]): Reference => ({ kind: 'value', name: `V${n}_`, value, isSecret: true }));

test('whatever stands beside references, it is sent as it stands', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(literal, value), { maxLength: 6 }), parts => {
      const text = parts.map((part, index) =>
        typeof part === 'string' || part.kind !== 'value'
          ? part
          : { ...part, name: `${part.name}${index}` },
      );
      const expected = text.map(part =>
        typeof part === 'string' ? part : part.kind === 'value' ? (part.value ?? '') : '',
      );
      expect(rendered(text)).toBe(expected.join(''));
    }),
    { numRuns: 2000 },
  );
});

test('expressions are written between braces', () => {
  const text: Text = ['a{{', { kind: 'expression', expression: ' number 1 1 ' }, '}}{'];
  expect(rendered(text)).toBe('a{{1}}{');
});
