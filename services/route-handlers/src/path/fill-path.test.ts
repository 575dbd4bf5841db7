import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RouteHandlerError } from '../errors.ts';
import { fillPath } from './fill-path.ts';

/** As a server sees it: what `URL` leaves of the path, its segments decoded. */
const segmentsOf = (filled: string): string[] =>
  new URL(filled, 'http://h').pathname.slice(1).split('/').map(decodeURIComponent);

const hostile = fc.constantFrom(
  ...[
    '../x',
    'a/b',
    '//evil.example',
    '%2e%2e',
    '%2F',
    '?q=1',
    '#x',
    '\\',
    'a b',
    '...',
    ' .',
    '\t',
    'ü',
    '😀',
    ':',
  ],
);
const word = fc.oneof(hostile, fc.string({ minLength: 1, unit: 'binary' }));
const usable = word.filter(text => text !== '.' && text !== '..');

describe('fillPath', () => {
  it.each([
    ['/', {}, '/'],
    ['/posts', {}, '/posts'],
    ['/posts/[postId]', { postId: 7 }, '/posts/7'],
    ['/posts/[postId]/likes', { postId: 'a/b', more: 1 }, '/posts/a%2Fb/likes'],
    [
      '/flags/[on]/[big]',
      { on: false, big: 9_007_199_254_740_993n },
      '/flags/false/9007199254740993',
    ],
    ['/on/[day]', { day: new Date(0) }, '/on/1970-01-01T00%3A00%3A00.000Z'],
    ['/docs/[...rest]', { rest: ['a', 'b/c', 3] }, '/docs/a/b%2Fc/3'],
    ['/docs/[[...rest]]', {}, '/docs'],
    ['/docs/[[...rest]]', { rest: undefined }, '/docs'],
    ['/docs/[[...rest]]', { rest: [] }, '/docs'],
    ['/[[...rest]]', {}, '/'],
    ['/[constructor]', { constructor: 'x' }, '/x'],
    ['/über uns/@me/a#b/50%', {}, '/%C3%BCber%20uns/@me/a%23b/50%25'],
  ])('fills %s with %o', (path, params, expected) => {
    expect(fillPath(path, params)).toBe(expected);
  });

  it.each([
    ['/[id]', {}, 'params/id is missing'],
    ['/[id]', { id: null }, 'params/id is missing'],
    ['/[constructor]', {}, 'params/constructor is missing'],
    ['/[__proto__]', {}, 'params/__proto__ is missing'],
    ['/[id]', { id: '' }, 'params/id must not be empty'],
    ['/[id]', { id: '.' }, 'params/id must not be "."'],
    ['/[id]', { id: '..' }, 'params/id must not be ".."'],
    [
      '/[id]',
      { id: Number.NaN },
      'params/id must be string, finite number, boolean, bigint or valid Date',
    ],
    ['/[id]', { id: {} }, 'params/id must be string, finite number, boolean, bigint or valid Date'],
    [
      '/[id]',
      { id: ['a'] },
      'params/id must be string, finite number, boolean, bigint or valid Date',
    ],
    ['/[id]', { id: '\uD800' }, 'params/id must be well-formed text'],
    ['/[...rest]', {}, 'params/rest must be array'],
    ['/[...rest]', { rest: 'a' }, 'params/rest must be array'],
    ['/[[...rest]]', { rest: 'a' }, 'params/rest must be array'],
    ['/[...rest]', { rest: [] }, 'params/rest must have at least one value'],
    ['/[...rest]', { rest: ['a', '..'] }, 'params/rest/1 must not be ".."'],
  ])('refuses %s with %o', (path, params, reason) => {
    expect(() => fillPath(path, params)).toThrow(
      new RouteHandlerError('RH_PATH', `${path} cannot be filled: ${reason}`),
    );
  });

  it('tells all problems at once', () => {
    expect(() => fillPath('/[a]/x/[b]/[...c]', { b: '', c: ['', null] })).toThrow(
      'params/a is missing, params/b must not be empty, params/c/0 must not be empty, params/c/1 is missing',
    );
  });

  it('never leaves its route, whatever the params', () => {
    const ids = fc.oneof(
      usable,
      fc.boolean(),
      fc.bigInt(),
      fc.double({ noDefaultInfinity: true, noNaN: true }),
    );
    fc.assert(
      fc.property(ids, fc.array(usable, { minLength: 1, maxLength: 5 }), (id, rest) => {
        const filled = fillPath('/posts/[id]/files/[...rest]', { id, rest });
        expect(segmentsOf(filled)).toEqual(['posts', String(id), 'files', ...rest]);
      }),
    );
  });

  it('gives a path within its route or refuses, whatever the value', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (id, rest) => {
        let filled: string;
        try {
          filled = fillPath('/posts/[id]/[[...rest]]', { id, rest });
        } catch (error) {
          expect(error).toMatchObject({ code: 'RH_PATH' });
          return;
        }
        const size = 2 + (Array.isArray(rest) ? rest.length : 0);
        expect(segmentsOf(filled)).toHaveLength(size);
        expect(segmentsOf(filled).slice(0, 2)).toEqual(['posts', String(id)]);
      }),
    );
  });
});
