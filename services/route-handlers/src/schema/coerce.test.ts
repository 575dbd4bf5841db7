import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { compileCoercion } from './coerce.ts';
import { compiledCheck } from './compiled-check.ts';
import { isPlainObject } from './plain-object.ts';

function coerce(schema: TSchema, value: unknown): unknown {
  if (!isPlainObject(schema)) throw new Error('no schema');
  const transform = compileCoercion(schema, compiledCheck, 'fill');
  return transform === undefined ? value : transform(value);
}

const object = (properties: Record<string, TSchema>) => Type.Object(properties);

describe('coercion of scalars', () => {
  it.each([
    [Type.Integer(), '5', 5],
    [Type.Number(), '5.5', 5.5],
    [Type.Boolean(), 'false', false],
    [Type.String(), '5', '5'],
    [Type.Null(), 'null', 'null'],
    [Type.Unknown(), '5', '5'],
    [Type.Literal(5), '5.0', 5],
    [Type.Literal(true), 'true', true],
    [Type.Literal('5'), '5', '5'],
    [Type.Enum([1, 2]), '2', 2],
    [Type.Enum([1, 2]), '3', '3'],
    [Type.Enum(['1', 1]), '1', '1'],
    [Type.Enum([1, '1']), '1', 1],
    [{ enum: [null, false, 7] }, 'false', false],
    [{ const: 7 }, '7', 7],
    [{ type: ['integer', 'null'] }, '7', 7],
    [{ type: ['string', 'integer'] }, '7', '7'],
    [{ type: ['integer', 'string'], minimum: 8 }, '7', '7'],
    [{ type: ['integer', 'string'], maximum: 8 }, '7', 7],
    [{ type: ['array', 'null'], items: { type: 'integer' } }, '7', [7]],
    [Type.Integer(), ['5', '6'], ['5', '6']],
    [Type.Integer(), 5, 5],
    [Type.Integer(), undefined, undefined],
  ])('%j turns %j into %j', (schema, given, made) => {
    expect(coerce(schema, given)).toEqual(made);
  });
});

describe('coercion of bigints', () => {
  it('reads digits, also for a literal', () => {
    expect(coerce(Type.BigInt(), '12')).toBe(12n);
    expect(coerce(Type.Literal(12n), '12')).toBe(12n);
    expect(coerce(Type.Array(Type.BigInt()), ['1', 'x'])).toEqual([1n, 'x']);
  });
});

describe('coercion of arrays', () => {
  it.each([
    [Type.Array(Type.Integer()), '5', [5]],
    [Type.Array(Type.Integer()), ['1', 'x'], [1, 'x']],
    [Type.Array(Type.String()), 'a', ['a']],
    [Type.Array(Type.String()), '', ['']],
    [Type.Array(Type.Array(Type.Integer())), '5', [[5]]],
    [Type.Array(Type.Array(Type.Integer())), ['5', '6'], [[5], [6]]],
    [Type.Tuple([Type.Integer(), Type.Boolean()]), ['5', 'true'], [5, true]],
    [Type.Tuple([Type.Integer()]), '5', [5]],
    [
      { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'boolean' } },
      ['5', 'true', 'true'],
      [5, true, true],
    ],
    [Type.Array(Type.Integer()), {}, {}],
  ])('%j turns %j into %j', (schema, given, made) => {
    expect(coerce(schema, given)).toEqual(made);
  });

  it('takes one file for a list of it', () => {
    const file = new File(['a'], 'a.txt');
    expect(coerce(Type.Array(Type.Unknown()), file)).toEqual([file]);
  });
});

describe('coercion of objects', () => {
  it.each([
    [object({ a: Type.Integer() }), { a: '5', b: '6' }, { a: 5, b: '6' }],
    [object({ a: Type.Optional(Type.Integer()) }), {}, {}],
    [object({ a: Type.Optional(Type.Integer({ default: 3 })) }), {}, { a: 3 }],
    [object({ a: Type.Integer({ default: 3 }) }), { a: '4' }, { a: 4 }],
    [object({ a: object({ b: Type.Integer() }) }), { a: { b: '5' } }, { a: { b: 5 } }],
    [Type.Record(Type.String(), Type.Integer()), { a: '5', b: 'x' }, { a: 5, b: 'x' }],
    [
      Type.Object({ a: Type.String() }, { additionalProperties: Type.Integer() }),
      { a: '5', b: '6' },
      { a: '5', b: 6 },
    ],
    [
      Type.Intersect([object({ a: Type.Integer() }), object({ b: Type.Boolean() })]),
      { a: '5', b: 'true' },
      { a: 5, b: true },
    ],
    [object({ a: Type.Integer() }), ['5'], ['5']],
    [object({ a: Type.Integer() }), null, null],
  ])('%j turns %j into %j', (schema, given, made) => {
    expect(coerce(schema, given)).toEqual(made);
  });

  it('keeps the order of keys, new ones last', () => {
    const schema = object({
      z: Type.Integer(),
      a: Type.Integer(),
      m: Type.Integer({ default: 1 }),
    });
    const made = coerce(schema, { b: 'x', a: '1', z: '2' });
    expect(JSON.stringify(made)).toBe('{"b":"x","a":1,"z":2,"m":1}');
  });

  it('leaves instances alone', () => {
    const file = new File(['5'], 'a');
    expect(coerce(object({ a: Type.Integer({ default: 1 }) }), file)).toBe(file);
  });

  it('makes a default anew each time', () => {
    const schema = object({ a: Type.Array(Type.String(), { default: ['x'] }) });
    const first = coerce(schema, {});
    expect(first).toEqual({ a: ['x'] });
    expect(Object.values(Object(first))[0]).not.toBe(Object.values(Object(coerce(schema, {})))[0]);
  });
});

describe('coercion of unions', () => {
  const add = object({ op: Type.Literal('add'), n: Type.Integer() });
  const say = object({ op: Type.Literal('say'), n: Type.String() });
  it.each([
    [Type.Union([Type.Integer(), Type.String()]), '5', 5],
    [Type.Union([Type.Integer(), Type.String()]), 'x', 'x'],
    [Type.Union([Type.String(), Type.Integer()]), '5', '5'],
    [Type.Union([Type.Integer({ maximum: 3 }), Type.Boolean()]), '5', '5'],
    [Type.Union([Type.Integer(), Type.Null()]), '5', 5],
    [Type.Union([Type.Integer(), Type.Null()]), null, null],
    [Type.Union([Type.Literal(1), Type.Literal('2')]), '2', '2'],
    [Type.Union([Type.Integer(), Type.Array(Type.Integer())]), ['1', '2'], [1, 2]],
    [Type.Union([Type.Array(Type.Integer()), Type.Integer()]), '1', [1]],
    [Type.Union([add, say]), { op: 'say', n: '5' }, { op: 'say', n: '5' }],
    [Type.Union([say, add]), { op: 'add', n: '5' }, { op: 'add', n: 5 }],
    [{ oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'true', true],
  ])('%j turns %j into %j', (schema, given, made) => {
    expect(coerce(schema, given)).toEqual(made);
  });
});

describe('coercion through refs', () => {
  const tree = Type.Cyclic(
    { Tree: object({ n: Type.Integer(), below: Type.Optional(Type.Array(Type.Ref('Tree'))) }) },
    'Tree',
  );
  const choice = Type.Cyclic(
    {
      Choice: Type.Union([
        object({ n: Type.Integer() }),
        object({ both: Type.Array(Type.Ref('Choice')) }),
      ]),
    },
    'Choice',
  );
  const shared = { $defs: { n: { type: 'integer' }, 'a/b': { $ref: '#/$defs/n' } } };
  it.each([
    [tree, { n: '1', below: [{ n: '2', below: [{ n: '3' }] }] }],
    [choice, { both: [{ n: '1' }, { both: [{ n: '2' }] }] }],
  ])('follows a type into itself: %j', (schema, given) => {
    const made = coerce(schema, given);
    expect(JSON.stringify(made)).toBe(JSON.stringify(given).replaceAll(/"(\d)"/g, '$1'));
  });

  it.each([
    [{ ...shared, $ref: '#/$defs/n' }, '5', 5],
    [{ ...shared, $ref: '#/$defs/a~1b' }, '5', 5],
    [{ ...shared, anyOf: [{ $ref: '#/$defs/n' }, { type: 'string' }] }, '5', 5],
    [{ $defs: { n: { $anchor: 'n', type: 'integer' } }, $ref: '#n' }, '5', 5],
    [{ $defs: { x: { $id: 'n', type: 'integer' } }, $ref: 'n' }, '5', 5],
    [
      { type: 'object', properties: { a: { $ref: '#' }, n: { type: 'integer' } } },
      { a: { n: '5' } },
      { a: { n: 5 } },
    ],
    [
      {
        anyOf: [
          { type: 'integer' },
          { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } },
        ],
      },
      { a: { a: '5' } },
      { a: { a: 5 } },
    ],
  ])('finds what %j refers to', (schema, given, made) => {
    expect(coerce(schema, given)).toEqual(made);
  });

  it.each([{ $ref: '#/$defs/none' }, { $ref: 'none' }, { $ref: '#/a/%FF' }, { $ref: '#' }])(
    'leaves values alone below %j',
    schema => {
      expect(coerce(schema, '5')).toBe('5');
    },
  );
});

/** A schema with a value of it, whose text reads back as no other value. */
interface Pair {
  readonly schema: TSchema;
  readonly value: unknown;
}

const keys = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString', 'hasOwnProperty');

const own = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries);

const scalars: fc.Arbitrary<Pair> = fc.oneof(
  fc.string().map(value => ({ schema: Type.String(), value })),
  fc.maxSafeInteger().map(value => ({ schema: Type.Integer(), value })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map(value => ({ schema: Type.Number(), value: value === 0 ? 0 : value })),
  fc.boolean().map(value => ({ schema: Type.Boolean(), value })),
  fc.bigInt().map(value => ({ schema: Type.BigInt(), value })),
  fc.constantFrom(1, 2, 3).map(value => ({ schema: Type.Enum([1, 2, 3]), value })),
  fc.integer().map(value => ({ schema: Type.Union([Type.Integer(), Type.String()]), value })),
  fc.boolean().map(value => ({ schema: Type.Union([Type.Integer(), Type.Boolean()]), value })),
);

const { pair: pairs } = fc.letrec<{ pair: Pair }>(tie => ({
  pair: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie('pair'), { minLength: 2, maxLength: 3 }).map(items => ({
      schema: Type.Tuple(items.map(({ schema }) => schema)),
      value: items.map(({ value }) => value),
    })),
    fc.uniqueArray(fc.tuple(keys, tie('pair')), { selector: ([key]) => key }).map(entries => ({
      schema: Type.Object(own(entries.map(([key, { schema }]) => [key, schema] as const))),
      value: own(entries.map(([key, { value }]) => [key, value] as const)),
    })),
  ),
}));

function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value === 'number') return JSON.stringify(value);
  if (!isPlainObject(value)) return String(value);
  return own(Object.entries(value).map(([key, inside]) => [key, asText(inside)] as const));
}

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom('1', '1.5', 'true', '', '-0', '1e999', '99999999999999999999', '__proto__'),
);

const { value: textValues } = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.uniqueArray(fc.tuple(keys, tie('value')), { selector: ([key]) => key }).map(own),
    fc.uniqueArray(fc.tuple(keys, texts), { selector: ([key]) => key }).map(entries => {
      const bare: Record<string, string> = Object.create(null);
      for (const [key, text] of entries) bare[key] = text;
      return bare;
    }),
  ),
}));

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const inside of Object.values(value)) deepFreeze(inside);
}

function prototypesOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return [Object.getPrototypeOf(value), ...Object.values(value).flatMap(prototypesOf)];
}

describe('coercion of anything', () => {
  it('reads every value back from its text', () => {
    fc.assert(
      fc.property(pairs, ({ schema, value }) => {
        const made = coerce(schema, asText(value));
        expect(JSON.stringify(made, bigintsAsText)).toBe(JSON.stringify(value, bigintsAsText));
        expect(Check(schema, made)).toBe(true);
      }),
    );
  });

  it('never throws, changes what it was given or sets a prototype', () => {
    fc.assert(
      fc.property(pairs, textValues, ({ schema }, value) => {
        deepFreeze(value);
        const made = coerce(schema, value);
        const usual = [null, Object.prototype, Array.prototype];
        expect(prototypesOf(made).every(prototype => usual.some(one => one === prototype))).toBe(
          true,
        );
        expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
      }),
    );
  });

  it('gives a value that fits already back as it is', () => {
    fc.assert(
      fc.property(pairs, ({ schema, value }) => {
        expect(JSON.stringify(coerce(schema, value), bigintsAsText)).toBe(
          JSON.stringify(value, bigintsAsText),
        );
      }),
    );
  });
});

const bigintsAsText = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}n` : value;
