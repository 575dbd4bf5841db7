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
