import { expect, test } from 'vitest';
import { contentOf } from './content.ts';

test.each([
  ['{"a":1}', 'application/json; charset=utf-8', { a: 1 }],
  ['"a"', 'application/problem+json', 'a'],
  ['3', 'application/json', 3],
  [' [1]', 'text/plain', [1]],
  ['{"a":1}', undefined, { a: 1 }],
  ['\ufeff{"a":1}', 'application/json', { a: 1 }],
  ['<html>', 'application/json', '<html>'],
  ['{not json', 'text/html', '{not json'],
  ['3', 'text/plain', '3'],
  ['', 'application/json', ''],
])('%j as %s', (text, contentType, content) => {
  expect(contentOf(Buffer.from(text), contentType)).toEqual(content);
});

test('is decoded from the charset the server names', () => {
  expect(contentOf(Buffer.from([0xe9]), 'text/plain; charset=ISO-8859-1')).toBe('é');
  expect(contentOf(Buffer.from('é'), 'text/plain; charset="nonsense"')).toBe('é');
});
