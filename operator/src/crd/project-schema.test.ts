import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { type Projection, projectSchema } from './project-schema.ts';
import type { Extension } from './structural-schema.ts';

const project = (schema: Type.TSchema, projection: Partial<Projection> = {}) =>
  projectSchema(schema, { path: 'spec', ...projection });

const rule = { rule: 'self.size() > 1', message: 'too small' };
const ruled = (path: string) =>
  new Map<string, Extension>([[path, { 'x-kubernetes-validations': [rule] }]]);

describe('projectSchema', () => {
  it.each([
    [
      Type.String({ minLength: 1, maxLength: 8, pattern: '^a', description: 'Text.' }),
      { type: 'string', minLength: 1, maxLength: 8, pattern: '^a', description: 'Text.' },
    ],
    [Type.String({ format: 'date-time' }), { type: 'string', format: 'date-time' }],
    [
      Type.Integer({ minimum: 1, maximum: 9, description: 'How many.' }),
      { type: 'integer', minimum: 1, maximum: 9, description: 'How many. From 1 to 9.' },
    ],
    [Type.Number({ minimum: 0.5 }), { type: 'number', minimum: 0.5 }],
    [Type.Boolean({ description: 'Whether.' }), { type: 'boolean', description: 'Whether.' }],
    [
      Type.Enum(['a', 'b'], { description: 'Which.' }),
      { type: 'string', enum: ['a', 'b'], description: 'Which.' },
    ],
    [
      Type.Array(Type.String({ maxLength: 1 }), { minItems: 1, maxItems: 2, description: 'List.' }),
      {
        type: 'array',
        minItems: 1,
        maxItems: 2,
        description: 'List.',
        items: { type: 'string', maxLength: 1 },
      },
    ],
    [
      Type.Record(Type.String(), Type.String({ maxLength: 1 }), { maxProperties: 3 }),
      {
        type: 'object',
        maxProperties: 3,
        additionalProperties: { type: 'string', maxLength: 1 },
      },
    ],
    [
      Type.Object(
        { a: Type.Boolean(), b: Type.Optional(Type.Boolean()) },
        { additionalProperties: false, description: 'Both.' },
      ),
      {
        type: 'object',
        description: 'Both.',
        required: ['a'],
        properties: { a: { type: 'boolean' }, b: { type: 'boolean' } },
      },
    ],
    [
      Type.Object({ a: Type.Optional(Type.Boolean()) }),
      { type: 'object', properties: { a: { type: 'boolean' } } },
    ],
    [
      Type.Union(
        [
          Type.String({ maxLength: 5 }),
          Type.Record(Type.String(), Type.Unknown(), { maxProperties: 6 }),
          Type.Array(Type.Unknown(), { maxItems: 7 }),
        ],
        { description: 'Any of them.' },
      ),
      {
        description: 'Any of them.',
        maxLength: 5,
        maxProperties: 6,
        maxItems: 7,
        'x-kubernetes-preserve-unknown-fields': true,
      },
    ],
  ])('makes of %j a structural schema', (schema, expected) => {
    expect(project(schema)).toEqual(expected);
  });

  it('fills in defaults only where it is told to, and tells of all of them', () => {
    const count = Type.Optional(Type.Integer({ default: 5, description: 'Count.' }));
    const schema = Type.Object({ count, list: Type.Array(Type.Object({ count })) });
    expect(project(schema, { isFilledIn: path => path === 'spec.count' })).toMatchObject({
      properties: {
        count: { default: 5, description: 'Count. Default: 5.' },
        list: {
          items: { properties: { count: { type: 'integer', description: 'Count. Default: 5.' } } },
        },
      },
    });
  });

  it('leaves values unchecked but for their types, then says what they may be', () => {
    const schema = Type.Object({
      state: Type.Enum(['on', 'off'], { description: 'State.' }),
      since: Type.String({ format: 'date-time', maxLength: 30 }),
      counts: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 3 }),
    });
    expect(project(schema, { isChecked: false })).toEqual({
      type: 'object',
      required: ['state', 'since', 'counts'],
      properties: {
        state: { type: 'string', description: 'State. One of `on`, `off`.' },
        since: { type: 'string' },
        counts: { type: 'array', items: { type: 'integer' } },
      },
    });
  });

  it('extends what stands at a path, in lists and maps too', () => {
    const lists = Type.Object({ list: Type.Array(Type.Record(Type.String(), Type.String())) });
    expect(project(lists, { extensions: ruled('spec.list[]') })).toMatchObject({
      properties: { list: { items: { 'x-kubernetes-validations': [rule] } } },
    });
    expect(project(lists, { extensions: ruled('spec.list[][]') })).toMatchObject({
      properties: {
        list: { items: { additionalProperties: { 'x-kubernetes-validations': [rule] } } },
      },
    });
  });

  it('wants a rule where the names in a map have a pattern', () => {
    const map = Type.Record(Type.String({ pattern: '^a+$' }), Type.String());
    expect(() => project(map)).toThrow("spec: a CRD can't say ^a+$ of names without a rule");
    expect(project(map, { extensions: ruled('spec') })).toMatchObject({
      'x-kubernetes-validations': [rule],
    });
  });

  it('refuses an extension of what is not there', () => {
    const schema = Type.Object({ list: Type.Array(Type.String()) });
    expect(() => project(schema, { extensions: ruled('spec.list[].url') })).toThrow(
      'there is no spec.list[].url to extend',
    );
  });

  it.each([
    [Type.Null(), 'this kind of schema'],
    [Type.Unknown(), 'this kind of schema'],
    [Type.Literal('a'), 'this kind of schema'],
    [Type.Tuple([Type.String()]), 'this kind of schema'],
    [Type.Object({}, { additionalProperties: true }), 'an object that has other members, too'],
    [Type.Object({}, { minProperties: 1 }), 'minProperties'],
    [Type.Array(Type.String(), { uniqueItems: true }), 'uniqueItems'],
    [Type.String({ title: 'Text' }), 'title'],
    [Type.Integer({ multipleOf: 2 }), 'multipleOf'],
    [Type.Enum(['a', 1]), 'a choice of values other than strings'],
    [Type.Union([Type.String(), Type.String()]), 'a union of values of one type'],
    [Type.Union([Type.String(), Type.Null()]), 'a union of this'],
    [Type.Union([Type.String(), Type.Array(Type.String())]), 'a union of this'],
    [Type.Union([Type.String({ pattern: '^a' }), Type.Array(Type.Unknown())]), 'pattern'],
  ])('refuses %j with its path', (schema, what) => {
    const whole = Type.Object({ map: Type.Record(Type.String(), Type.Array(schema)) });
    expect(() => project(whole)).toThrow(`spec.map[][]: a CRD can't say ${what}`);
  });
});
