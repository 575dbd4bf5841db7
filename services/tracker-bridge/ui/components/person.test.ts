import { expect, test } from 'vitest';
import { personName } from './person.tsx';

test.each([
  ['Ann Lee <ann@example.org>', 'Ann Lee'],
  ['Ann', 'Ann'],
  ['<ann@example.org>', '<ann@example.org>'],
  ['a < b <x@y>', 'a < b'],
  ['', ''],
])('%j is called %j', (actor, name) => {
  expect(personName(actor)).toBe(name);
});
