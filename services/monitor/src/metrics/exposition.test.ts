import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExposition } from '../../fixtures/parse-exposition.ts';
import { header, labelPairs, series, toSeconds } from './exposition.ts';

const row = { name: 'a_metric', type: 'gauge', help: 'What it is.', labels: [] } as const;

describe('the exposition', () => {
  test('brings any label value back as it was', () => {
    fc.assert(
      fc.property(
        fc.record({
          probe: fc.string({ unit: fc.constantFrom('\\', '"', '\n', 'n', 'ä', '}', ',') }),
          request: fc.string({ unit: 'binary' }),
        }),
        labels => {
          const text = header(row) + series(row.name, labelPairs(labels), 1);
          expect(parseExposition(text).get(row.name)?.series).toEqual([
            { name: row.name, labels, value: 1 },
          ]);
        },
      ),
    );
  });

  test('brings any number back as it was', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        const parsed = parseExposition(header(row) + series(row.name, '', value));
        expect(parsed.get(row.name)?.series[0]?.value).toBeCloseTo(value, 10);
      }),
    );
  });

  test('writes infinity as Prometheus does', () => {
    expect(series('a', '', Infinity)).toBe('a{} +Inf\n');
    expect(series('a', '', -Infinity)).toBe('a{} -Inf\n');
  });

  test('leaves out a label without a value', () => {
    expect(labelPairs({ job: 'picket', namespace: undefined })).toBe('job="picket"');
  });

  test('keeps HELP on one line', () => {
    expect(header({ ...row, help: 'back\\slash\nand more' })).toBe(
      '# HELP a_metric back\\\\slash\\nand more\n# TYPE a_metric gauge\n',
    );
  });

  test('gives seconds to the microsecond', () => {
    expect(toSeconds(1.2345678)).toBe(0.001235);
  });
});
