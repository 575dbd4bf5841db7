import fc from 'fast-check';
import stringWidth from 'string-width';
import { beforeAll, describe, expect, test } from 'vitest';
import { fitText, loadWidths, padText } from './fit-text.ts';
import { type Column, tableText } from './table.ts';

beforeAll(loadWidths);

interface Row {
  readonly number: number;
  readonly name: string;
}

const columns: readonly Column<Row>[] = [
  { heading: '#', text: ({ number }) => String(number), right: true, most: 6 },
  { heading: 'NAME', text: ({ name }) => name },
];

const text = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    '漢',
    '\u{1f468}\u200d\u{1f469}',
    'é',
    'e\u0301',
    '\u001b',
    '\\',
    '…',
  ),
  maxLength: 60,
});

describe('fitText', () => {
  test('never takes more columns than there are', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (given, width) => {
        expect(stringWidth(fitText(given, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('leaves what fits alone', () => {
    expect(fitText('漢字', 4)).toBe('漢字');
  });

  test('cuts between wide characters', () => {
    expect(fitText('漢字漢字', 6)).toBe('漢字…');
  });

  test('cuts before an escape that does not fit whole', () => {
    expect(fitText('ab\\u{202e}cd', 8)).toBe('ab…');
    expect(fitText('ab\\x1bcd', 7)).toBe('ab\\x1b…');
  });

  test('keeps a family together', () => {
    expect(fitText('\u{1f468}\u200d\u{1f469}\u200d\u{1f467}abc', 4)).toBe(
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}a…',
    );
  });
});

test('padText fills up by columns, not by characters', () => {
  expect(padText('漢', 4, false)).toBe('漢  ');
  expect(padText('漢', 4, true)).toBe('  漢');
});

describe('tableText', () => {
  test('aligns under headings', () => {
    const rows = [
      { number: 1, name: 'one' },
      { number: 20, name: 'twenty' },
    ];
    expect(tableText(columns, rows, { width: undefined, colour: false })).toBe(
      ' #  NAME\n 1  one\n20  twenty',
    );
  });

  test('is as wide as it needs where there is no terminal', () => {
    const name = 'x'.repeat(500);
    const table = tableText(columns, [{ number: 1, name }], { width: undefined, colour: false });
    expect(table).toContain(name);
  });

  test('fits the terminal, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ number: fc.nat(), name: text }), { maxLength: 5 }),
        fc.integer({ min: 20, max: 100 }),
        (rows, width) => {
          for (const line of tableText(columns, rows, { width, colour: false }).split('\n')) {
            expect(stringWidth(line)).toBeLessThanOrEqual(width);
          }
        },
      ),
    );
  });

  test('paints only where colours are wanted', () => {
    const painted = columns.map(column => ({ ...column, paint: () => 'red' as const }));
    const rows = [{ number: 1, name: 'one\u001b[32m' }];
    expect(tableText(painted, rows, { width: 80, colour: true })).toContain(
      '\u001b[31mone\\x1b[32m',
    );
    expect(tableText(painted, rows, { width: 80, colour: false })).not.toContain('\u001b');
  });
});
