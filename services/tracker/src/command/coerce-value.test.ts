import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOf } from '../record/check-value.ts';
import { ticketFields } from '../record/fields.ts';
import { coerceInstant } from './coerce-instant.ts';
import { coerceValue } from './coerce-value.ts';

describe('coerceInstant', () => {
  test.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T09:30', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21 09:30:15', '2026-11-21T09:30:15.000Z'],
    ['2026-11-21T09:30:15.1239Z', '2026-11-21T09:30:15.123Z'],
    ['2026-11-21T09:30:15+02:00', '2026-11-21T07:30:15.000Z'],
    ['2026-11-21T00:30:00+0200', '2026-11-20T22:30:00.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    [' 2026-11-21 ', '2026-11-21T00:00:00.000Z'],
  ])('takes %j as %s', (given, moment) => {
    expect(coerceInstant(given)).toBe(moment);
  });

  test.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-21T24:00',
    '2026-11-21T09:61',
    '2026-11-21T09:30+25:00',
    '21.11.2026',
    '11/21/2026',
    'tomorrow',
    '2026',
    '',
    '1700000000',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+01:00',
  ])('refuses %j', given => {
    expect(coerceInstant(given)).toBeUndefined();
  });

  test('gives back every moment it is given', () => {
    const dates = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, date => {
        expect(coerceInstant(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });
});

describe('coerceValue', () => {
  const { title, assignee, priority, size, estimate, labels, dependsOn, storyId } = ticketFields;

  test.each([
    [assignee, [''], null],
    [size, [''], null],
    [estimate, [''], null],
    [storyId, [''], null],
    [labels, [''], []],
    [estimate, ['2.5'], 2.5],
    [estimate, ['007'], 7],
    [labels, ['a', 'b', 'a'], ['a', 'b']],
    [labels, ['a,b'], ['a,b']],
    [dependsOn, ['1', '2'], ['1', '2']],
    [title, ['--repo'], '--repo'],
  ] as const)('takes %#', ({ shape }, given, value) => {
    expect(coerceValue(shape, given)).toEqual({ value });
  });

  test.each([
    [title, ['']],
    [title, ['one\ntwo']],
    [title, ['x'.repeat(257)]],
    [priority, ['']],
    [priority, ['High']],
    [estimate, ['-1']],
    [estimate, ['1e3']],
    [estimate, ['0x10']],
    [estimate, [' 1']],
    [estimate, ['10001']],
    [estimate, ['NaN']],
    [labels, ['a', '']],
    [dependsOn, ['1', '']],
  ] as const)('refuses %#', ({ shape }, given) => {
    expect(coerceValue(shape, given)).toHaveProperty('fault');
  });

  test('what it takes is what the field holds, references apart', () => {
    const fields = [title, assignee, priority, size, estimate, labels, ticketFields.startWorkAt];
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.array(fc.string(), { minLength: 1 }),
        (field, given) => {
          const coerced = coerceValue(field.shape, given);
          if ('value' in coerced) expect(faultOf(field.shape, coerced.value)).toBeUndefined();
        },
      ),
    );
  });
});
