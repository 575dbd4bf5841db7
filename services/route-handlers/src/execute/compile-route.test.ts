import { Type } from 'typebox';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createRequestValidator, type RequestValidator } from '../request-validator.ts';
import { successResponse } from '../response.ts';
import { compileRoute } from './compile-route.ts';

const schema = Type.Object({});
const config = (requestValidator: RequestValidator) => ({
  requestValidator,
  responseValidator: schema,
  handler: async () => successResponse(200, {}),
});
const compile = (path: string, tried: unknown) =>
  compileRoute({ method: 'post', path, config: tried });

test('makes a route of a config', () => {
  const user = () => null;
  const requestValidator = createRequestValidator({
    body: schema,
    headers: schema,
    params: Type.Object({ id: Type.Integer() }),
    user,
  });
  const route = compile('/posts/[id]', config(requestValidator));
  expect(route).toMatchObject({ method: 'post', path: '/posts/[id]', user, body: 'read' });
  expect(route.parts.map(({ name }) => name)).toEqual(['params', 'headers', 'body']);
});

test.each([
  ['get', schema, 'none'],
  ['head', schema, 'none'],
  ['post', schema, 'read'],
  ['delete', schema, 'read'],
  ['options', schema, 'read'],
  ['get', undefined, 'none'],
  ['post', undefined, 'empty'],
  ['put', undefined, 'empty'],
  ['patch', undefined, 'empty'],
  ['delete', undefined, 'none'],
  ['options', undefined, 'none'],
] as const)('%s with body schema %j has its body %s', (method, body, use) => {
  const validator = createRequestValidator(body === undefined ? {} : { body });
  expect(compileRoute({ method, path: '/', config: config(validator) }).body).toBe(use);
});

test.each([
  [{}, undefined, 1_048_576],
  [{}, 10, 10],
  [{ bodyLimit: 20 }, 10, 20],
])('body limit of %j within a server of %s is %s', (options, bodyLimit, limit) => {
  const source = { method: 'post', path: '/', config: config(options) } as const;
  const route = compileRoute(bodyLimit === undefined ? source : { ...source, bodyLimit });
  expect(route.bodyLimit).toBe(limit);
});

test.each<[string, string, unknown, string[]]>([
  ['no object', '/', undefined, ['is to be an object']],
  ['no exports', '/', {}, ['"requestValidator"', '"responseValidator"', '"handler"']],
  [
    'exports of a wrong kind',
    '/',
    { requestValidator: 1, responseValidator: 'a', handler: {} },
    [
      '"requestValidator" is to be createRequestValidator',
      '"responseValidator" is to be a schema',
      '"handler" is to be an async function',
    ],
  ],
  [
    'an unknown option and a missing handler',
    '/',
    { requestValidator: { query: schema }, responseValidator: schema },
    ['"query" is no option', 'no "handler"'],
  ],
  [
    'params for a path without any',
    '/posts',
    config({ params: schema }),
    ['the path has no dynamic segment'],
  ],
  [
    'params that the path does not have',
    '/posts/[postId]/[[...rest]]',
    config({ params: Type.Object({ id: Type.String(), rest: Type.Optional(Type.String()) }) }),
    ['params has "id", but the path has only "postId", "rest"'],
  ],
  [
    'headers in upper case',
    '/',
    config({ headers: Type.Object({ 'X-Key': Type.String(), Etag: Type.String() }) }),
    ['"X-Key": write it in lower case, as "x-key"', '"Etag"'],
  ],
  [
    'the same of an intersection',
    '/[id]',
    config({
      params: Type.Intersect([Type.Object({ id: Type.String() }), Type.Object({ no: schema })]),
      headers: Type.Intersect([Type.Object({ 'X-Key': Type.String() })]),
    }),
    ['params has "no"', 'headers has "X-Key"'],
  ],
  [
    'the same of another library that tells its keys',
    '/[id]',
    config({
      params: z.object({ id: z.string(), no: z.string() }),
      headers: z.object({ 'X-Key': z.string() }).and(z.object({ Etag: z.string() })),
    }),
    ['params has "no"', 'headers has "X-Key"', 'headers has "Etag"'],
  ],
])('%s: refused with where and what to do', (_name, path, tried, messages) => {
  const error: unknown = (() => {
    try {
      return compile(path, tried);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toMatchObject({ code: 'RH_CONFIG' });
  for (const part of [`POST ${path}: `, ...messages]) {
    expect(error).toHaveProperty('message', expect.stringContaining(part));
  }
});

test('a Standard Schema is taken, also of a library that can’t tell its keys', () => {
  const known = { params: z.object({ id: z.string() }), headers: z.object({}) };
  expect(compile('/[id]', config(known)).parts).toHaveLength(2);
  const unknown = { params: v.object({ id: v.string() }), headers: v.object({ A: v.string() }) };
  expect(compile('/[id]', config(unknown)).parts).toHaveLength(2);
});
