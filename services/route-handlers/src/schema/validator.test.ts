import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { RequestPart } from '../request-validator.ts';
import { type Checked, compileValidator } from './validator.ts';

const check = (
  schema: TSchema,
  value: unknown,
  from: 'text' | 'json' = 'json',
  part: RequestPart = 'body',
): Checked | Promise<Checked> => compileValidator(schema, part).check(value, from);

const accepted = (value: unknown) => ({ ok: true, value });

const refused = (...problems: string[]) => ({ ok: false, problems });

const url = Type.Codec(Type.String())
  .Decode(text => new URL(text))
  .Encode(String);

describe('compileValidator with a TypeBox type', () => {
  it('gives JSON that fits back itself, at once', () => {
    const value = { title: 'a' };
    const checked = check(Type.Object({ title: Type.String() }), value);
    expect(checked).toEqual(accepted(value));
    expect(checked).toHaveProperty('value', value);
  });

  it.each([
    [{ n: '5' }, 'body/n must be integer'],
    [{ n: 1.5 }, 'body/n must be integer'],
    [{}, "body must have required property 'n'"],
    [[], 'body must be object'],
    [null, 'body must be object'],
    [undefined, 'body must be object'],
  ])('never coerces JSON: %j', (value, problem) => {
    expect(check(Type.Object({ n: Type.Integer() }), value)).toEqual(refused(problem));
  });

  it('coerces text, and tells where it could not', () => {
    const schema = Type.Object({
      n: Type.Integer({ minimum: 1 }),
      tags: Type.Array(Type.Integer()),
    });
    const validator = compileValidator(schema, 'searchParams');
    expect(validator.check({ n: '5', tags: '1' }, 'text')).toEqual(accepted({ n: 5, tags: [1] }));
    expect(validator.check({ n: '0', tags: ['1', 'x'] }, 'text')).toEqual(
      refused('searchParams/n must be >= 1', 'searchParams/tags/1 must be integer'),
    );
    expect(validator.check({ n: ['1', '2'], tags: [] }, 'text')).toEqual(
      refused('searchParams/n must be integer'),
    );
  });

  it.each(['json', 'text'] as const)('fills in defaults, of %s too', from => {
    const schema = Type.Object({
      page: Type.Integer({ default: 1 }),
      sort: Type.Optional(Type.Object({ by: Type.String({ default: 'date' }) }, { default: {} })),
      at: Type.Optional(Type.Integer({ default: () => 7 })),
    });
    const given = Object.freeze({});
    expect(check(schema, given, from)).toEqual(accepted({ page: 1, sort: { by: 'date' }, at: 7 }));
  });

  it('fills in defaults of the alternative that fits', () => {
    const schema = Type.Union([
      Type.Object({ kind: Type.Literal('a'), n: Type.Integer({ default: 1 }) }),
      Type.Object({ kind: Type.Literal('b'), m: Type.Integer({ default: 2 }) }),
    ]);
    expect(check(schema, { kind: 'b' })).toEqual(accepted({ kind: 'b', m: 2 }));
  });

  it('treats a plain JSON Schema as a TypeBox type', () => {
    const schema = {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'integer', default: 3 }, b: { type: 'boolean' } },
    };
    expect(check(schema, {})).toEqual(accepted({ n: 3 }));
    expect(check(schema, { b: 'true' }, 'text')).toEqual(accepted({ n: 3, b: true }));
  });

  it('tells each problem once, of up to a hundred', () => {
    const many = Array.from({ length: 1000 }, () => 'x');
    const checked = check(Type.Array(Type.Integer()), many);
    expect(checked).toHaveProperty('problems.length', 100);
    const union = Type.Union([Type.Literal('a'), Type.Literal('b')]);
    expect(check(union, 'c')).toEqual(
      refused('body must be equal to constant', 'body must match a schema in anyOf'),
    );
  });

  it('tells of unknown keys in one problem', () => {
    const schema = Type.Object({ n: Type.Integer() }, { additionalProperties: false });
    const entries = Array.from({ length: 300 }, (_, index) => [`k${index}`, 1]);
    expect(check(schema, { ...Object.fromEntries(entries), n: 1 })).toEqual(
      refused('body must not have additional properties'),
    );
  });

  it('cuts a problem that holds a long key of the request', () => {
    const schema = Type.Record(Type.String(), Type.Integer());
    const checked = check(schema, { ['k'.repeat(100_000)]: 'x' });
    expect(checked).toHaveProperty('problems.0.length', 300);
  });

  it('refuses what can be no schema', () => {
    class Post {}
    const notSchema: TSchema = new Post();
    expect(() => compileValidator(notSchema, 'body')).toThrow('TypeBox type');
  });
});

describe('headers', () => {
  const schema = Type.Object(
    { authorization: Type.Literal('Bearer s3cret'), 'x-count': Type.Optional(Type.Integer()) },
    { additionalProperties: false },
  );

  it.each([
    [{}, 'headers/authorization is required'],
    [{ authorization: 'Bearer guess' }, 'headers/authorization is not valid'],
    [{ authorization: 'Bearer s3cret', 'x-count': 'many' }, 'headers/x-count is not valid'],
  ])('says of %j no more than which is wrong', (headers, problem) => {
    expect(check(schema, headers, 'text', 'headers')).toEqual(refused(problem));
  });

  it('drops what a closed schema does not declare', () => {
    const given = { host: 'a', authorization: 'Bearer s3cret', 'x-count': '2' };
    expect(check(schema, given, 'text', 'headers')).toEqual(
      accepted({ authorization: 'Bearer s3cret', 'x-count': 2 }),
    );
  });

  it('drops none for an open schema', () => {
    const open = Type.Object({ authorization: Type.String() });
    const given = { host: 'a', authorization: 'b' };
    expect(check(open, given, 'text', 'headers')).toEqual(accepted(given));
  });

  it('knows what the parts and patterns of a closed schema declare', () => {
    const closed = Type.Intersect(
      [
        Type.Object({ a: Type.String() }),
        Type.Record(Type.String({ pattern: '^x-' }), Type.String()),
      ],
      { unevaluatedProperties: false },
    );
    expect(check(closed, { a: '1', 'x-b': '2', host: 'c' }, 'text', 'headers')).toEqual(
      accepted({ a: '1', 'x-b': '2' }),
    );
  });

  it('words even a refused whole without the schema’s words', () => {
    const schema = Type.Refine(
      Type.Object({}),
      () => false,
      () => 'is not s3cret',
    );
    expect(check(schema, {}, 'text', 'headers')).toEqual(refused('headers is not valid'));
  });
});

describe('codecs', () => {
  it('decodes where the type has them, and changes nothing given', () => {
    const schema = Type.Object({
      url,
      urls: Type.Array(url),
      either: Type.Union([Type.Integer(), url]),
      none: Type.Optional(url),
    });
    const given = Object.freeze({ url: 'http://a/', urls: ['http://b/'], either: 'http://c/' });
    Object.freeze(given.urls);
    expect(check(schema, given)).toEqual(
      accepted({
        url: new URL('http://a/'),
        urls: [new URL('http://b/')],
        either: new URL('http://c/'),
      }),
    );
  });

  it('decodes text that it coerced first', () => {
    const date = Type.Codec(Type.Integer())
      .Decode(seconds => new Date(seconds * 1000))
      .Encode(at => at.getTime() / 1000);
    expect(check(Type.Object({ at: date }), { at: '5' }, 'text')).toEqual(
      accepted({ at: new Date(5000) }),
    );
  });

  it('decodes through a type that leads to itself', () => {
    const node = Type.Object({ url, next: Type.Optional(Type.Ref('Node')) });
    const schema = Type.Cyclic({ Node: node }, 'Node');
    expect(check(schema, { url: 'http://a/', next: { url: 'http://b/' } })).toEqual(
      accepted({ url: new URL('http://a/'), next: { url: new URL('http://b/') } }),
    );
  });

  it('refuses what a codec can’t decode, by its path and without its words', () => {
    const schema = Type.Object({ urls: Type.Array(Type.Object({ 'a/b': url })) });
    const given = { urls: [{ 'a/b': 'http://a/' }, { 'a/b': 'nonsense' }] };
    expect(check(schema, given)).toEqual(refused('body/urls/1/a~1b is not valid'));
  });
});

describe('names that every object seems to have', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const properties = Object.fromEntries(names.map(name => [name, Type.Optional(Type.String())]));
  const optional = Type.Object(properties);
  const required = Type.Object(
    Object.fromEntries(names.map(name => [name, Type.String({ default: 'x' })])),
  );

  it.each(['json', 'text'] as const)('are absent where they are not sent (%s)', from => {
    expect(check(optional, {}, from)).toEqual(accepted({}));
    expect(check(Type.Object({ in: optional }), { in: {} }, from)).toEqual(accepted({ in: {} }));
  });

  it.each(['json', 'text'] as const)('are taken where they are sent (%s)', from => {
    const sent = Object.fromEntries(names.map(name => [name, 'sent']));
    const checked = check(optional, sent, from);
    expect(JSON.stringify(checked)).toBe(JSON.stringify(accepted(sent)));
    expect(check(optional, { toString: 5 }, from)).toEqual(refused('body/toString must be string'));
  });

  it.each(['json', 'text'] as const)('may have defaults (%s)', from => {
    const checked = check(required, {}, from);
    const filled = Object.fromEntries(names.map(name => [name, 'x']));
    expect(JSON.stringify(checked)).toBe(JSON.stringify(accepted(filled)));
  });
});

describe('values of great size', () => {
  const node = Type.Object({ n: Type.Integer(), next: Type.Optional(Type.Ref('Node')) });
  const chain = Type.Cyclic({ Node: node }, 'Node');
  const chainOf = (length: number, end: object): object =>
    Array.from({ length }).reduce<object>(next => ({ n: 1, next }), end);

  it.each(['json', 'text'] as const)('refuses those nested too deeply (%s)', from => {
    expect(check(chain, chainOf(200_000, { n: 1 }), from)).toEqual(
      refused('body is nested too deeply'),
    );
    expect(check(chain, chainOf(100, { n: 1 }), from)).toHaveProperty('ok', true);
  });

  it('throws on what the schema’s own code throws', () => {
    const broken = Type.Refine(Type.String(), () => {
      throw new RangeError('broken');
    });
    expect(() => check(broken, 'a')).toThrow('broken');
  });

  it('goes through a recursive union once, not once for every alternative', () => {
    const both = ['add', 'sub', 'mul'].map(op =>
      Type.Object({ op: Type.Literal(op), of: Type.Ref('Term'), n: Type.Integer({ default: 1 }) }),
    );
    const term = Type.Cyclic(
      { Term: Type.Union([...both, Type.Object({ n: Type.Integer() })]) },
      'Term',
    );
    const deep = Array.from({ length: 60 }).reduce<object>(of => ({ op: 'mul', of }), { n: 1 });
    expect(check(term, deep)).toHaveProperty('ok', true);
  });

  it('coerces a megabyte of fields', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`f${index}`, '1']),
    );
    const schema = Type.Record(Type.String(), Type.Integer());
    expect(check(schema, { ...fields, big: '9'.repeat(1_000_000) }, 'text')).toEqual(
      refused('body/big must be integer'),
    );
    expect(check(schema, fields, 'text')).toHaveProperty('value.f99999', 1);
  });
});

it('leaves what it is given as it was, whatever that is', () => {
  const schema = Type.Object({
    a: Type.Integer({ default: 1 }),
    b: Type.Optional(Type.Array(Type.Union([url, Type.Number()]))),
    toString: Type.Optional(Type.Boolean()),
  });
  const validator = compileValidator(schema, 'body');
  const values = fc.object({ key: fc.constantFrom('a', 'b', 'toString', '__proto__', 'c') });
  fc.assert(
    fc.property(values, fc.constantFrom('text' as const, 'json' as const), (value, from) => {
      const before = structuredClone(value);
      const checked = validator.check(value, from);
      expect(checked).toHaveProperty('ok');
      expect(value).toStrictEqual(before);
    }),
  );
});
