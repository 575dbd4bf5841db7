import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Malformed } from '../malformed.ts';
import { fillPath } from './fill-path.ts';
import { fitsPath, matchPath } from './match-path.ts';
import { parsePath } from './segment.ts';

test.each([
  ['/', '/', {}],
  ['/posts', '/posts', {}],
  ['/posts', '/posts/', {}],
  ['/posts', '/Posts', undefined],
  ['/posts', '/', undefined],
  ['/posts', '/posts/1', undefined],
  ['/posts', '//posts', undefined],
  ['/posts', '/posts//', undefined],
  ['/posts/[id]', '/posts/1', { id: '1' }],
  ['/posts/[id]', '/posts', undefined],
  ['/posts/[id]', '/posts/', undefined],
  ['/posts/[id]', '/posts/1/2', undefined],
  ['/posts/[id]', '/posts/a%2Fb', { id: 'a/b' }],
  ['/posts/[id]', '/posts/a%252Fb', { id: 'a%2Fb' }],
  ['/posts/[id]', '/posts/a+b', { id: 'a+b' }],
  ['/posts/[id]', '/posts/__proto__', { id: '__proto__' }],
  ['/[a]/x/[b]', '/1/x/2', { a: '1', b: '2' }],
  ['/[a]/x/[b]', '/%zz/y/2', undefined],
  ['/[...rest]', '/a/b%2Fc', { rest: ['a', 'b/c'] }],
  ['/[...rest]', '/a/', { rest: ['a'] }],
  ['/[...rest]', '/', undefined],
  ['/[...rest]', '/a//b', undefined],
  ['/d/[[...rest]]', '/d', {}],
  ['/d/[[...rest]]', '/d/a', { rest: ['a'] }],
  ['/d/[[...rest]]', '/e', undefined],
  ['/café', '/caf%C3%A9', {}],
  ['/caf', '/caf%C3', undefined],
  ['/100%25', '/100%25', {}],
])('%s against %s is %j', (path, pathname, params) => {
  const segments = parsePath(path);
  const matched = matchPath(segments, pathname);
  expect(matched && { ...matched }).toEqual(params);
  expect(fitsPath(segments, pathname)).toBe(params !== undefined);
});

test.each([
  ['/[id]', '/%'],
  ['/[id]', '/%zz'],
  ['/[id]', '/%ff'],
  ['/[...rest]', '/a/%E0%A4%A'],
])('%s against %s is malformed', (path, pathname) => {
  const segments = parsePath(path);
  expect(fitsPath(segments, pathname)).toBe(true);
  expect(() => matchPath(segments, pathname)).toThrow(Malformed);
});

test('a param named __proto__ is a key like any other', () => {
  const params = matchPath(parsePath('/[__proto__]'), '/a');
  expect(Object.entries(params ?? {})).toEqual([['__proto__', 'a']]);
});

test('what a path is filled with is what it is matched to', () => {
  const value = fc
    .string({ minLength: 1, unit: 'grapheme' })
    .filter(text => text !== '.' && text !== '..');
  const params = fc.record({ id: value, rest: fc.array(value, { minLength: 1 }) });
  fc.assert(
    fc.property(params, ({ id, rest }) => {
      const path = '/posts/[id]/x/[...rest]';
      const { pathname } = new URL(fillPath(path, { id, rest }), 'http://localhost');
      expect({ ...matchPath(parsePath(path), pathname) }).toEqual({ id, rest });
    }),
  );
});
