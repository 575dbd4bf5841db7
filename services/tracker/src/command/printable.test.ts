import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable, printableJson, printableText } from './printable.ts';

/** Whatever a terminal would obey, or not show. */
const dangerous =
  /[\p{Cc}\p{Cs}\u061C\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0001}-\u{E007F}]/u;

const anyText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0x10ffff }).map(code => String.fromCodePoint(code)),
    fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)),
    fc.constantFrom('\u001b[31m', '\u202e', '\u200d', '\u{1f468}', '\r\n', '\u009b', '\u007f'),
  ),
});

describe('printable', () => {
  test.each([
    ['\u001b]0;title\u0007', '\\x1b]0;title\\x07'],
    ['one\ntwo\tthree\r', 'one\\x0atwo\\x09three\\x0d'],
    ['\u007f\u009b31m', '\\x7f\\x9b31m'],
    ['user\u202etxt.exe', 'user\\u{202e}txt.exe'],
    ['ad\u200bmin\ufeff', 'ad\\u{200b}min\\u{feff}'],
    ['half \ud83d', 'half \\u{d83d}'],
    ['\u{e0041}', '\\u{e0041}'],
    ['a\u200db', 'a\\u{200d}b'],
    ['plain, Ünï, 漢字, \u{1f600}', 'plain, Ünï, 漢字, \u{1f600}'],
    ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['\u{1f469}\u{1f3fd}\u200d\u{1f680}', '\u{1f469}\u{1f3fd}\u200d\u{1f680}'],
    ['\u{1f3f3}\ufe0f\u200d\u{1f308}', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
    ['\u0600123', '\u0600123'],
  ])('shows %j as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('leaves nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(printable(text)).not.toMatch(dangerous);
      }),
    );
  });

  test('is the same when done twice', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(printable(printable(text))).toBe(printable(text));
      }),
    );
  });
});

describe('printableText', () => {
  test('keeps lines and tabs', () => {
    expect(printableText('one\r\n\ttwo\u001b[2J\n')).toBe('one\n\ttwo\\x1b[2J\n');
  });

  test('leaves nothing else that a terminal obeys', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(printableText(text).replace(/[\n\t]/g, '')).not.toMatch(dangerous);
      }),
    );
  });
});

describe('printableJson', () => {
  test('means the same', () => {
    fc.assert(
      fc.property(anyText, text => {
        const json = JSON.stringify({ [text]: [text] });
        const shown = printableJson(json);
        expect(shown).not.toMatch(dangerous);
        expect(JSON.parse(shown)).toEqual(JSON.parse(json));
      }),
    );
  });
});
