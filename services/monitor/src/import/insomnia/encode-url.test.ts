import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeInQuery, encodeOnce, encodePath, encodeQueryValue } from './encode-url.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1 }),
    fc.constantFrom('%', '%41', '%2', '/', ' ', "'", ',', '+', '\\'),
  ),
});

describe('encodePath', () => {
  it.each([
    ['/a b/ü', '/a%20b/%C3%BC'],
    ['/:@$+,;=/!*()', '/:@$+,;=/!*()'],
    ['/%2f%20%zz', '/%2f%20%25zz'],
    ['/{x}|"<>`^', '/%7Bx%7D%7C%22%3C%3E%60%5E'],
    ["/it's\\here", '/it%27s/here'],
    ['/\uD800', '/%EF%BF%BD'],
  ])('%j is %s', (path, sent) => expect(encodePath(path)).toBe(sent));

  it('gives what Picket sends as it is', () => {
    fc.assert(
      fc.property(text, path => {
        const encoded = `/x${encodePath(path)}`;
        fc.pre(!/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(encoded));
        expect(new URL(`http://h${encoded}`).pathname).toBe(encoded);
      }),
    );
  });
});

describe('encodeInQuery', () => {
  it.each([
    ['a b', 'a%20b'],
    ['a+b', 'a%2Bb'],
    ['%41%2F', 'A%2F'],
    ['100%', '100%25'],
    ['a,b', 'a%2Cb'],
  ])('%j is %s', (value, sent) => expect(encodeInQuery(value)).toBe(sent));

  it('leaves commas in values', () => expect(encodeQueryValue('a,b%2Cc')).toBe('a,b,c'));

  it('gives what Picket sends as it is, but for quotes', () => {
    fc.assert(
      fc.property(text, value => {
        const search = `?a=${encodeQueryValue(value)}`;
        expect(new URL(`http://h/${search}`).search).toBe(search.replaceAll("'", '%27'));
      }),
    );
  });
});

describe('encodeOnce', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(text, value => {
        const once = encodeOnce(value);
        expect(encodeOnce(once)).toBe(once);
      }),
    );
  });
});
