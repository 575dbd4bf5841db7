import { Type } from 'typebox';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema.ts';

describe('jsonSchemaOf', () => {
  it('tells a TypeBox type without what TypeBox keeps for itself', () => {
    const schema = Type.Object({
      '~kept': Type.Optional(Type.Refine(Type.String(), () => true)),
      at: Type.Codec(Type.String())
        .Decode(text => new Date(text))
        .Encode(String),
      items: Type.Array(Type.Literal('x')),
      default: Type.Integer({ default: () => 5 }),
    });
    const told = jsonSchemaOf(schema);
    expect(told).toStrictEqual({
      type: 'object',
      required: ['at', 'items', 'default'],
      properties: {
        '~kept': { type: 'string' },
        at: { type: 'string' },
        items: { type: 'array', items: { type: 'string', const: 'x' } },
        default: { type: 'integer' },
      },
    });
    expect(Object.getOwnPropertyNames(Object(told).properties.at)).toEqual(['type']);
  });

  it('drops what marks a type as TypeBox’s, enumerable or not', () => {
    expect(jsonSchemaOf({ '~kind': 'String', type: 'string', const: { '~kind': 1 } })).toEqual({
      type: 'string',
      const: { '~kind': 1 },
    });
  });

  it('tells tuples as draft 2020-12 does', () => {
    expect(jsonSchemaOf(Type.Tuple([Type.String(), Type.Tuple([Type.Null()])]))).toEqual({
      type: 'array',
      minItems: 2,
      prefixItems: [
        { type: 'string' },
        { type: 'array', minItems: 1, prefixItems: [{ type: 'null' }], items: false },
      ],
      items: false,
    });
  });

  it('tells a bigint as the digits that it is on the wire', () => {
    expect(jsonSchemaOf(Type.BigInt({ minimum: 5n }))).toEqual({ type: 'integer', minimum: 5 });
  });

  it.each([
    ['TypeBox', [Type.Undefined(), Type.Void()]],
    ['zod', [z.undefined(), z.void()]],
  ])('tells what JSON has no word for as nothing: %s', (_library, nothings) => {
    for (const nothing of nothings) expect(jsonSchemaOf(nothing)).toEqual({ not: {} });
  });

  it.each([
    [
      'TypeBox',
      Type.Object({
        none: Type.Undefined(),
        some: Type.Union([Type.String(), Type.Undefined()]),
        all: Type.String(),
      }),
    ],
    [
      'zod',
      z.object({ none: z.undefined(), some: z.union([z.string(), z.void()]), all: z.string() }),
    ],
  ])('requires no property that JSON leaves out: %s', (_library, schema) => {
    expect(jsonSchemaOf(schema)).toMatchObject({
      properties: {
        none: { not: {} },
        some: { anyOf: [{ type: 'string' }, { not: {} }] },
        all: { type: 'string' },
      },
      required: ['all'],
    });
  });

  it('names no type that JSON Schema does not have', () => {
    const tell = (type: unknown) => jsonSchemaOf({ type, title: 'a' });
    expect(['function', 'symbol', 'constructor'].map(tell)).toEqual(Array(3).fill({ not: {} }));
    expect(['iterator', 7, ['date']].map(tell)).toEqual(Array(3).fill({ title: 'a' }));
    expect(tell(['string', 'null', 'date'])).toEqual({ type: ['string', 'null'], title: 'a' });
  });

  it('holds no value that JSON lacks', () => {
    const told = jsonSchemaOf({
      anyOf: [
        { type: 'string', pattern: /^a/u },
        { enum: [1n, 'a'], default: { at: 2n, of: () => 1 } },
        { type: 'number', minimum: Number.NEGATIVE_INFINITY, maximum: 5 },
        { type: 'object', default: new Date(0), examples: [Symbol('x')] },
      ],
    });
    expect(told).toEqual({
      anyOf: [
        { type: 'string', pattern: '^a' },
        { enum: [1, 'a'], default: { at: 2 } },
        { type: 'number', maximum: 5 },
        { type: 'object', default: '1970-01-01T00:00:00.000Z', examples: [null] },
      ],
    });
  });

  it('is JSON, and a copy', () => {
    const source = { type: 'string', examples: ['a'], default: 'b', enum: ['a', 'b'] };
    const told = jsonSchemaOf(source);
    expect(JSON.parse(JSON.stringify(told))).toEqual(source);
    expect(told?.examples).not.toBe(source.examples);
  });

  it('keeps properties of whatever name', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"}}');
    expect(JSON.stringify(jsonSchemaOf({ type: 'object', properties }))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"}}}',
    );
  });

  it('asks a Standard Schema for what it accepts', () => {
    const schema = z.object({
      n: z.number().default(1),
      at: z.date(),
      t: z.string().transform(Number),
    });
    expect(jsonSchemaOf(schema)).toEqual({
      type: 'object',
      properties: { n: { type: 'number', default: 1 }, at: {}, t: { type: 'string' } },
      required: ['at', 't'],
    });
  });

  it('is undefined where a library has no converter, or it fails', () => {
    expect(jsonSchemaOf(v.object({}))).toBeUndefined();
    const failing = Object.assign(v.object({}), {});
    const input = () => {
      throw new Error('cannot be converted');
    };
    const standard = { ...failing['~standard'], jsonSchema: { input, output: input } };
    expect(jsonSchemaOf({ '~standard': standard })).toBeUndefined();
  });
});
