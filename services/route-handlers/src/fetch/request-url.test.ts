import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathnameOf, queryOf } from './request-url.ts';

test.each([
  ['http://localhost', '/', ''],
  ['http://localhost?a=1', '/', 'a=1'],
  ['http://localhost/a/?', '/a/', ''],
  ['http://localhost/a?b=/c?d', '/a', 'b=/c?d'],
  ['http://localhost/a#?b', '/a', ''],
  ['http://localhost/a?b#c?d', '/a', 'b'],
  ['http://u:p@localhost:1/%2F//?%3F', '/%2F//', '%3F'],
])('%s has path %s and query %j', (url, path, query) => {
  const request = new Request(url.replace('u:p@', ''));
  expect([pathnameOf(request.url), queryOf(request.url)]).toEqual([path, query]);
});

test('says of any URL what a URL says of itself', () => {
  const parts = { withFragments: true, withQueryParameters: true } as const;
  fc.assert(
    fc.property(fc.webUrl(parts), text => {
      const { href, pathname, search } = new URL(text);
      expect([pathnameOf(href), queryOf(href)]).toEqual([pathname, search.slice(1)]);
    }),
  );
});
