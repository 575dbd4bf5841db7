import { expect, test } from 'vitest';
import { foldRecord } from '../event/fold.ts';
import { faultOf } from '../record/check-value.ts';
import type { FieldTable } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import { type RecordType, recordTypes } from '../record/record-type.ts';
import type { JsonSchema, SchemaValue } from './json-schema.ts';
import { inputSchemas, recordSchemas } from './record-schema.ts';

const id = '01KAK3S2000000000000000000';
const given: Readonly<Record<RecordType, Readonly<Record<string, string>>>> = {
  epic: { title: 'Pay by card' },
  story: { title: 'Pay by card', epicId: id },
  ticket: { title: 'Pay by card' },
};

test.each(recordTypes)('the schema of a %s names what a record has, and nothing else', type => {
  const at = '2026-11-21T09:00:00.000Z';
  const create = { op: 'create', number: 1, set: given[type] } as const;
  const folded = foldRecord([{ id, at, by: 'Ann', type, record: id, ...create }]);
  const names = Object.keys(folded?.record ?? {}).sort();
  expect(names).toEqual([...list(recordSchemas[type].required)].sort());
  expect(names).toEqual(Object.keys(object(recordSchemas[type].properties)).sort());
});

test.each(recordTypes)('what a new %s must be given has no default', type => {
  expect(list(inputSchemas[type].required)).toEqual(Object.keys(given[type]));
  const properties = object(inputSchemas[type].properties);
  const table: FieldTable = fieldsOf[type];
  for (const [name, field] of Object.entries(table)) {
    const schema = object(properties[name]);
    expect(schema.description).toBe(field.about);
    expect(schema.default ?? null).toEqual(field.initial ?? null);
  }
});

test('null is in a schema where the check of the field takes it', () => {
  for (const type of recordTypes) {
    const properties = object(inputSchemas[type].properties);
    for (const [name, { shape }] of Object.entries<FieldTable[string]>(fieldsOf[type])) {
      const takesNull = faultOf(shape, null) === undefined;
      const schema = object(properties[name]);
      expect([schema.type].flat().includes('null'), name).toBe(takesNull);
    }
  }
});

test.each([
  ['title', 'one line', true],
  ['title', 'two\nlines', false],
  ['title', 'an escape \u001b[31m', false],
  ['title', 'a C1 control \u009b', false],
  ['storyId', id, true],
  ['storyId', '7', false],
  ['startWorkAt', '2026-11-21T09:00:00.000Z', true],
  ['startWorkAt', '2026-11-21', false],
])('the pattern of %s agrees with its check on %j', (name, value, fits) => {
  const table: FieldTable = fieldsOf.ticket;
  const shape = table[name]?.shape;
  const { pattern } = object(object(inputSchemas.ticket.properties)[name]);
  expect(new RegExp(String(pattern), 'u').test(value)).toBe(fits);
  expect(shape && faultOf(shape, value) === undefined).toBe(fits);
});

function object(value: SchemaValue | undefined): JsonSchema {
  if (typeof value === 'object' && value !== null && !isList(value)) return value;
  throw new Error(`${JSON.stringify(value)} is no object`);
}

function list(value: SchemaValue | undefined): readonly string[] {
  if (value !== undefined && isList(value)) return value.map(String);
  throw new Error(`${JSON.stringify(value)} is no list`);
}

function isList(value: SchemaValue): value is Extract<SchemaValue, readonly unknown[]> {
  return Array.isArray(value);
}
