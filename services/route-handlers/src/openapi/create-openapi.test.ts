import { Validator } from '@seriousme/openapi-schema-validator';
import { Type } from 'typebox';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { successResponse } from '../response.ts';
import { createOpenApi, type OpenApiOptions, type OpenApiRoute } from './index.ts';

const info = { title: 'Posts', version: '1.0.0' };

interface Parts {
  readonly requestValidator?: object;
  readonly responseValidator?: object;
}

const route = (
  method: OpenApiRoute['method'],
  path: string,
  { requestValidator = {}, responseValidator = Type.Object({}) }: Parts = {},
): OpenApiRoute => ({
  method,
  path,
  config: { requestValidator, responseValidator, handler: async () => successResponse(204) },
});

/** The document as its readers get it, held to be valid. */
async function documentOf(routes: readonly OpenApiRoute[], options?: OpenApiOptions) {
  const document = JSON.parse(JSON.stringify(createOpenApi(routes, info, options)));
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  for (const ref of refsIn(document)) {
    expect(at(document, ref), ref).toBeTypeOf('object');
  }
  return document;
}

const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
      );

const at = (document: unknown, ref: string): unknown =>
  ref
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => Object(value)[key], document);

test('every part of a request is described', async () => {
  const { paths } = await documentOf([
    route('post', '/posts/[postId]', {
      requestValidator: {
        params: Type.Object({ postId: Type.Integer({ minimum: 1 }) }),
        searchParams: Type.Object({
          tags: Type.Array(Type.String()),
          draft: Type.Optional(Type.Boolean()),
        }),
        headers: Type.Object({ 'x-token': Type.String() }),
        body: Type.Object({ title: Type.String() }),
        user: () => null,
      },
      responseValidator: Type.Object({ id: Type.Integer() }),
    }),
  ]);
  const { post } = paths['/posts/{postId}'];
  expect(post.operationId).toBe('postPostsPostId');
  expect(post.parameters).toEqual([
    { name: 'postId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
    {
      name: 'tags',
      in: 'query',
      required: true,
      schema: { type: 'array', items: { type: 'string' } },
    },
    { name: 'draft', in: 'query', schema: { type: 'boolean' } },
    { name: 'x-token', in: 'header', required: true, schema: { type: 'string' } },
  ]);
  expect(post.requestBody.required).toBe(true);
  expect(Object.keys(post.requestBody.content)).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ]);
  expect(Object.keys(post.responses)).toEqual(['200', '400', '401', '413', '500']);
  expect(post.responses[200].content['application/json'].schema).toMatchObject({
    properties: { id: { type: 'integer' } },
  });
});

const secret = 's3cret';

const withSecret = Type.Object({
  literal: Type.Literal(`Bearer ${secret}`, { description: 'Who is calling.', minLength: 7 }),
  enum: Type.Enum([secret, 'other']),
  pattern: Type.Optional(Type.String({ pattern: `^${secret}$`, format: 'uuid', title: 'A' })),
  template: Type.TemplateLiteral(`Bearer ${secret}`),
  default: Type.Union([Type.String({ default: secret }), Type.Literal(secret)]),
  examples: Type.Intersect([
    Type.String({ examples: [secret], $comment: secret, 'x-secret': secret, maxLength: 99 }),
    Type.Unsafe<string>({ not: { const: secret }, if: { const: secret } }),
  ]),
  list: Type.Array(Type.Literal(secret)),
  object: Type.Object({ [secret]: Type.Literal(secret) }),
  ref: Type.Cyclic({ Secret: Type.Union([Type.Literal(secret), Type.Ref('Secret')]) }, 'Secret'),
});

test.each([
  ['TypeBox', withSecret],
  ['TypeBox, in an intersection', Type.Intersect([Type.Object({ a: Type.String() }), withSecret])],
  [
    'zod',
    z.object({
      literal: z.literal(`Bearer ${secret}`).describe('Who is calling.'),
      enum: z.enum([secret, 'other']),
      pattern: z.string().regex(new RegExp(secret)).optional(),
      prefix: z.string().startsWith(secret),
      template: z.templateLiteral(['Bearer ', secret]),
      default: z.union([z.string().default(secret), z.literal(secret)]),
      examples: z
        .string()
        .meta({ examples: [secret] })
        .and(z.literal(secret)),
      list: z.array(z.literal(secret)),
      shared: z.literal(secret).meta({ id: 'Shared' }),
    }),
  ],
])('a secret that a header is compared with is not told: %s', async (_library, headers) => {
  const document = await documentOf([
    route('get', '/', { requestValidator: { headers } }),
    route('get', '/again', { requestValidator: { headers } }),
  ]);
  expect(JSON.stringify(document)).not.toContain(secret);
  expect(Object.keys(document.components.schemas)).toEqual(['Error']);
  const told = new Map<string, object>(
    document.paths['/'].get.parameters.map((one: { name: string }) => [one.name, one]),
  );
  expect(told.get('literal')).toMatchObject({
    in: 'header',
    required: true,
    schema: { type: 'string', description: 'Who is calling.' },
  });
  expect(told.get('pattern')).not.toHaveProperty('required');
  expect(told.get('list')).toMatchObject({ schema: { type: 'array', items: { type: 'string' } } });
});

test('of a header is told what holds no secret', async () => {
  const { paths } = await documentOf([
    route('get', '/', { requestValidator: { headers: withSecret } }),
  ]);
  const schemas = Object.fromEntries(
    paths['/'].get.parameters.map((one: { name: string; schema: object }) => [
      one.name,
      one.schema,
    ]),
  );
  expect(schemas).toMatchObject({
    literal: { type: 'string', description: 'Who is calling.', minLength: 7 },
    enum: {},
    pattern: { type: 'string', format: 'uuid', title: 'A' },
    default: { anyOf: [{ type: 'string' }, { type: 'string' }] },
    examples: { allOf: [{ type: 'string', maxLength: 99 }, {}] },
    object: { type: 'object' },
    ref: { anyOf: [{ type: 'string' }, {}] },
  });
});

test.each([Type.Undefined(), Type.Void(), z.undefined(), z.void()])(
  'a route that answers without a body has a response without content: %#',
  async responseValidator => {
    const { paths } = await documentOf([route('delete', '/', { responseValidator })]);
    expect(paths['/'].delete.responses[204]).toEqual({ description: 'No Content' });
    expect(Object.keys(paths['/'].delete.responses)).toEqual(['204', '500']);
  },
);

test('a route that may answer without a body has a response of either kind', async () => {
  const responseValidator = Type.Union([Type.String(), Type.Undefined()]);
  const { paths } = await documentOf([route('get', '/', { responseValidator })]);
  expect(Object.keys(paths['/'].get.responses)).toEqual(['200', '204', '500']);
});

test('only the errors that can arise are told', async () => {
  const body = { body: Type.Object({ a: Type.Optional(Type.String()) }) };
  const { paths } = await documentOf([
    route('get', '/a', { requestValidator: body }),
    route('put', '/a', { requestValidator: body }),
    route('head', '/a'),
  ]);
  expect(Object.keys(paths['/a'].get.responses)).toEqual(['200', '500']);
  expect(paths['/a'].get.requestBody).toBeUndefined();
  expect(Object.keys(paths['/a'].put.responses)).toEqual(['200', '400', '413', '500']);
  expect(paths['/a'].put.requestBody.required).toBe(false);
  expect(paths['/a'].head.responses).toEqual({
    200: { description: 'OK' },
    500: { description: 'Internal Server Error' },
  });
});

test('errors are described as messages, or as they are formatted', async () => {
  const routes = [route('get', '/')];
  const plain = await documentOf(routes);
  expect(plain.components.schemas.Error.properties).toEqual({ message: { type: 'string' } });
  const errorSchema = { type: 'object', properties: { code: { type: 'integer' } } };
  const formatted = await documentOf(routes, { errorSchema });
  expect(formatted.components.schemas.Error).toEqual(errorSchema);
});

test('an optional catch-all is two paths', async () => {
  const { paths } = await documentOf([route('get', '/files/[[...rest]]')]);
  expect(paths['/files'].get.parameters).toBeUndefined();
  expect(paths['/files/{rest}'].get.parameters).toMatchObject([{ name: 'rest', in: 'path' }]);
  expect(paths['/files'].get.operationId).not.toBe(paths['/files/{rest}'].get.operationId);
});

test('recursive schemas of TypeBox are kept once, however many routes have them', async () => {
  const tree = Type.Cyclic(
    { Node: Type.Object({ name: Type.String(), children: Type.Array(Type.Ref('Node')) }) },
    'Node',
  );
  const { components, paths } = await documentOf([
    route('get', '/a', { responseValidator: tree }),
    route('get', '/b', { responseValidator: Type.Object({ tree }) }),
  ]);
  expect(Object.keys(components.schemas)).toEqual(['Error', 'Node']);
  const node = { $ref: '#/components/schemas/Node' };
  expect(components.schemas.Node.properties.children.items).toEqual(node);
  expect(paths['/a'].get.responses[200].content['application/json'].schema).toEqual(node);
});

test('definitions of one name that differ are kept apart', async () => {
  const cyclic = (key: string) =>
    Type.Cyclic({ Node: Type.Object({ [key]: Type.Optional(Type.Ref('Node')) }) }, 'Node');
  const { components } = await documentOf([
    route('get', '/', { responseValidator: Type.Object({ a: cyclic('x'), b: cyclic('y') }) }),
  ]);
  expect(Object.keys(components.schemas)).toEqual(['Error', 'Node', 'Node2']);
  expect(components.schemas.Node2.properties.y.$ref).toBe('#/components/schemas/Node2');
});

test('recursive schemas of zod point into the document', async () => {
  const node = z.object({
    name: z.string(),
    get children() {
      return z.array(node);
    },
  });
  const { components } = await documentOf([
    route('post', '/', { requestValidator: { body: node }, responseValidator: z.object({ node }) }),
  ]);
  expect(JSON.stringify(components)).toContain('children');
});

test('a property may be called like a keyword', async () => {
  const schema = Type.Object({
    $ref: Type.String(),
    $id: Type.String(),
    default: Type.Literal('x', { default: 'x' }),
  });
  const { paths } = await documentOf([route('get', '/', { responseValidator: schema })]);
  const told = paths['/'].get.responses[200].content['application/json'].schema;
  expect(Object.keys(told.properties)).toEqual(['$ref', '$id', 'default']);
});

test('a schema that gives no JSON Schema is anything', async () => {
  const { paths } = await documentOf([
    route('post', '/[id]', {
      requestValidator: {
        params: v.object({ id: v.string() }),
        body: v.object({}),
        searchParams: v.object({}),
      },
    }),
  ]);
  const { post } = paths['/{id}'];
  expect(post.parameters).toMatchObject([
    { name: 'id', in: 'path', schema: { type: 'string' } },
    { name: 'searchParams', in: 'query' },
  ]);
  expect(post.requestBody).toMatchObject({ required: true });
});

test('a query that is an intersection has the keys of all', async () => {
  const searchParams = Type.Intersect([
    Type.Object({ page: Type.Integer() }),
    Type.Object({ size: Type.Optional(Type.Integer()) }),
  ]);
  const { paths } = await documentOf([route('get', '/', { requestValidator: { searchParams } })]);
  expect(paths['/'].get.parameters).toMatchObject([
    { name: 'page', required: true },
    { name: 'size' },
  ]);
});

test('a path that is no URL yet is encoded, and ids stay apart', async () => {
  const { paths } = await documentOf([route('get', '/a b/{c}'), route('get', '/a/b/c')]);
  expect(Object.keys(paths)).toEqual(['/a%20b/%7Bc%7D', '/a/b/c']);
  expect(paths['/a%20b/%7Bc%7D'].get.operationId).toBe('getABC');
  expect(paths['/a/b/c'].get.operationId).toBe('getABC2');
});

test('a config that can’t be used is refused', () => {
  expect(() => createOpenApi([{ method: 'get', path: '/', config: {} }], info)).toThrow(
    expect.objectContaining({ code: 'RH_CONFIG' }),
  );
});

const responding = (path: string, responseValidator: object) =>
  route('get', path, { responseValidator });

test('references by id, by anchor and from within an embedded schema are followed', async () => {
  const { components, paths } = await documentOf([
    responding('/id', {
      properties: {
        a: { $id: 'https://example.com/a', type: 'integer' },
        b: { $ref: 'https://example.com/a' },
      },
    }),
    responding('/anchor', {
      properties: { a: { $anchor: 'there', type: 'string' }, b: { $ref: '#there' } },
    }),
    responding('/embedded', {
      properties: {
        a: { $id: 'inner', $ref: '#/$defs/x', $defs: { x: { type: 'boolean' } } },
        c: { $ref: '#/properties/d%25' },
        'd%': { type: 'null' },
      },
    }),
    responding('/odd', {
      properties: { '%zz': { type: 'number' }, e: { $ref: '#/properties/%zz' } },
    }),
  ]);
  const target = (path: string, key: string) =>
    at(
      { components },
      paths[path].get.responses[200].content['application/json'].schema.properties[key].$ref,
    );
  expect(target('/id', 'b')).toEqual({ type: 'integer' });
  expect(target('/anchor', 'b')).toEqual({ type: 'string' });
  expect(target('/embedded', 'a')).toEqual({ type: 'boolean' });
  expect(target('/embedded', 'c')).toEqual({ type: 'null' });
  expect(target('/odd', 'e')).toEqual({ type: 'number' });
  expect(JSON.stringify(components)).not.toContain('$anchor');
});

test('a definition may have any name', async () => {
  const definitions = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"null"}}');
  const { components } = await documentOf([
    responding('/', {
      properties: { a: { $ref: '#/$defs/__proto__' }, b: { $ref: '#/$defs/constructor' } },
      $defs: definitions,
    }),
  ]);
  expect(Object.values(components.schemas)).toMatchObject([
    {},
    { type: 'string' },
    { type: 'null' },
  ]);
});

test('all that keeps routes from being described is told at once', () => {
  const gone = { type: 'array', items: [{ $ref: '#/$defs/Gone' }, { $ref: '#/$defs/%' }] };
  const routes = [
    responding('/a', gone),
    { method: 'get' as const, path: '/b', config: {} },
    route('post', '/c', {
      requestValidator: { body: { $ref: 'other.json' }, headers: { $ref: '#/$defs/Gone' } },
    }),
    responding('/fine', Type.String()),
  ];
  const error = thrownBy(() => createOpenApi(routes, info));
  expect(error).toMatchObject({ code: 'RH_CONFIG' });
  const lines = String(Object(error).message).split('\n');
  const expected = [
    /^GET \/a: .*responseValidator.*#\/\$defs\/Gone.*\$defs/,
    /^GET \/a: .*responseValidator.*#\/\$defs\/%/,
    /^GET \/b: .*handler/,
    /^POST \/c: .*headers.*Gone/,
    /^POST \/c: .*body.*other\.json/,
  ];
  expect(lines).toHaveLength(expected.length);
  for (const told of expected) expect(lines.filter(line => told.test(line))).toHaveLength(1);
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
