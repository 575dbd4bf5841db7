import { expect, test } from 'vitest';
import { createValueNames } from './value-names.ts';

test.each<[string, string]>([
  ['base url', 'base_url'],
  ['2nd', 'VALUE_2nd'],
  ['é', 'e'],
  ['PATH', 'PATH_VALUE'],
  ['constructor', 'constructor_VALUE'],
  ['__proto__', 'proto'],
])('%s is read as %s', (name, written) => {
  const { nameOf } = createValueNames();
  expect(nameOf({ kind: 'value', name, isSecret: true }, 'item[0]')).toBe(written);
});
