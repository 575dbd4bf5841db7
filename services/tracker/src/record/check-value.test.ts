import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conforms, faultOf } from './check-value.ts';
import type { FieldShape } from './field.ts';
import { epicFields, fieldsOf } from './fields.ts';

const line: FieldShape = { kind: 'line', max: 5, required: false };
const requiredLine: FieldShape = { kind: 'line', max: 5, required: true };
const text: FieldShape = { kind: 'text', max: 5 };
const choice: FieldShape = { kind: 'choice', of: ['a', 'b'], nullable: false };
const instant: FieldShape = { kind: 'instant' };
const number: FieldShape = { kind: 'number', max: 10 };
const reference: FieldShape = { kind: 'reference', to: 'epic', nullable: true };
const set: FieldShape = { kind: 'set', of: { kind: 'line', max: 3 }, most: 2 };
const ids: FieldShape = { kind: 'set', of: { kind: 'reference', to: 'ticket' }, most: 2 };
const id = '01KAK3S2000000000000000000';

const good: readonly (readonly [FieldShape, unknown])[] = [
  [line, null],
  [line, 'a b'],
  [line, '😀😀'],
  [line, '--x'],
  [text, ''],
  [text, 'a\r\n\tb'],
  [choice, 'a'],
  [{ ...choice, nullable: true }, null],
  [instant, null],
  [instant, '2026-02-28T23:59:59.999Z'],
  [number, null],
  [number, 0],
  [number, 0.5],
  [number, 10],
  [reference, null],
  [reference, id],
  [set, []],
  [set, ['a', 'b']],
  [ids, [id]],
];

test.each(good)('%j may hold %j', (shape, value) => {
  expect(faultOf(shape, value)).toBeUndefined();
});

const bad: readonly (readonly [FieldShape, unknown, string])[] = [
  [requiredLine, null, 'must be text'],
  [line, undefined, 'must be text'],
  [line, 1, 'must be text'],
  [line, '', 'must not be empty'],
  [line, ' \t', 'must not be empty'],
  [line, '123456', 'at most 5 characters, not 6'],
  [line, 'x'.repeat(1_000_000), 'at most 5 characters, not 1000000'],
  [line, 'a\nb', 'U+000A at position 2'],
  [line, 'a\0', 'U+0000 at position 2'],
  [line, '\u001b[1m', 'U+001B at position 1'],
  [line, 'a\u0085', 'U+0085'],
  [line, 'a\u2028', 'U+2028'],
  [line, 'a\ud800', 'lone surrogate'],
  [text, null, 'must be text'],
  [text, '123456', 'at most 5'],
  [text, 'a\0', 'U+0000'],
  [text, '\udc00', 'lone surrogate'],
  [choice, null, 'one of a, b'],
  [choice, 'c', 'one of a, b'],
  [choice, 'toString', 'one of a, b'],
  [choice, ['a'], 'one of a, b'],
  [instant, '2026-01-01', 'ISO 8601'],
  [instant, '2026-02-30T00:00:00.000Z', 'ISO 8601'],
  [instant, '2026-01-01T00:00:00.000+01:00', 'ISO 8601'],
  [instant, 0, 'ISO 8601'],
  [number, -1, 'from 0 to 10'],
  [number, 10.01, 'from 0 to 10'],
  [number, Number.NaN, 'from 0 to 10'],
  [number, Number.POSITIVE_INFINITY, 'from 0 to 10'],
  [number, '1', 'from 0 to 10'],
  [reference, '1', 'the id of its epic'],
  [{ ...reference, nullable: false }, null, 'id'],
  [set, null, 'must be a list'],
  [set, 'a', 'must be a list'],
  [set, ['a', 'b', 'c'], 'at most 2 members, not 3'],
  [set, ['a', 'a'], 'twice'],
  [set, ['abcd'], 'at most 3'],
  [set, [null], 'must be text'],
  [ids, ['x'], 'ids of tickets'],
];

test.each(bad)('%j may not hold %j', (shape, value, fault) => {
  expect(faultOf(shape, value)).toContain(fault);
});

test('whatever a value is, each field of each type says what it thinks of it', () => {
  const shapes = Object.values(fieldsOf).flatMap(table =>
    Object.values(table).map(field => field.shape),
  );
  fc.assert(
    fc.property(fc.constantFrom(...shapes), fc.anything(), (shape, value) => {
      expect(['string', 'undefined']).toContain(typeof faultOf(shape, value));
    }),
  );
});

test('what a new record has that was given nothing is allowed', () => {
  for (const table of Object.values(fieldsOf)) {
    for (const { shape, initial } of Object.values(table)) {
      if (initial !== undefined) expect(faultOf(shape, initial)).toBeUndefined();
    }
  }
});

test('values conform that are all there, and as they should be', () => {
  const values = { title: 'a', body: '', status: 'todo' };
  expect(conforms(epicFields, values)).toBe(true);
  expect(conforms(epicFields, { ...values, extra: 1 })).toBe(true);
  expect(conforms(epicFields, { title: 'a', body: '' })).toBe(false);
  expect(conforms(epicFields, { ...values, status: 'begun' })).toBe(false);
});
