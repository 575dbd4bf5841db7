import { Validator } from '@seriousme/openapi-schema-validator';
import { Type } from 'typebox';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { successResponse } from '../response.ts';
import { createOpenApi, type OpenApiOptions, type OpenApiRoute } from './create-openapi.ts';

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

test('a reference to nothing is refused', () => {
  const config = {
    requestValidator: {},
    responseValidator: { type: 'array', items: { $ref: '#/$defs/Gone' } },
    handler: async () => successResponse(204),
  };
  expect(() => createOpenApi([{ method: 'get', path: '/', config }], info)).toThrow(
    expect.objectContaining({ code: 'RH_CONFIG', message: expect.stringContaining('Gone') }),
  );
});
