import { stringify } from 'node:querystring';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formEncode,
  parameterLetters,
  pathLetters,
  percentEncode,
  queryLetters,
  userinfoLetters,
} from './percent-encode.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 });

describe('in a url', () => {
  test.each([
    [pathLetters, 'a b"<>`#?{}|^[]\\~', 'a%20b%22%3C%3E%60%23%3F%7B%7D|^[]\\~'],
    [queryLetters, `a b"#'<>&=`, 'a%20b%22%23%27%3C%3E&='],
    [parameterLetters, 'a&b=c', 'a%26b=c'],
    [userinfoLetters, 'p@ss:w/rd', 'p%40ss%3Aw%2Frd'],
    [pathLetters, 'ü😀\u0000\u007f', '%C3%BC%F0%9F%98%80%00%7F'],
  ])('letters are encoded for where they stand', (letters, plain, encoded) => {
    expect(percentEncode(plain, letters)).toBe(encoded);
  });

  test.each(['%41', '%c3%BC', '%zz', '%', '%4'])('%s stays', kept => {
    expect(percentEncode(kept, pathLetters)).toBe(kept);
  });

  test('encoding twice changes nothing, and decoding gives the text', () => {
    fc.assert(
      fc.property(text, plain => {
        const escaped = plain.replaceAll('%', '%25');
        const once = percentEncode(escaped, userinfoLetters);
        expect(percentEncode(once, userinfoLetters)).toBe(once);
        expect(decodeURIComponent(once)).toBe(plain);
      }),
    );
  });

  test('what Picket reads in a query is what was encoded', () => {
    fc.assert(
      fc.property(text, plain => {
        const encoded = percentEncode(plain, queryLetters);
        expect(new URL(`http://a.test/?${encoded}`).search).toBe(
          encoded === '' ? '' : `?${encoded}`,
        );
      }),
    );
  });
});

/** Postman makes forms with Node's own querystring, and encodes the five marks it leaves. */
test("a form is encoded as Node's querystring does, and the marks it leaves", () => {
  fc.assert(
    fc.property(text, text, (name, value) => {
      const reference = stringify({ [name]: value }).replaceAll(
        /[!'()*]/g,
        mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
      );
      expect(`${formEncode(name)}=${formEncode(value)}`).toBe(reference);
    }),
  );
});
