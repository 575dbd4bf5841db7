import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { createRequestValidator, type RequestValidator } from '../request-validator.ts';
import { successResponse } from '../response.ts';
import type { HandlerContext } from '../route-config.ts';
import { BodyTooLarge } from './body-too-large.ts';
import { compileRoute } from './compile-route.ts';
import { execute } from './execute.ts';
import type { Incoming } from './incoming.ts';

const request = new Request('http://localhost/1');

/** A request, and the names of what was asked of it. */
function incoming(readBody: Incoming['readBody'] = async () => new Uint8Array()) {
  const asked: string[] = [];
  const ask = <T>(name: string, value: T): T => {
    asked.push(name);
    return value;
  };
  const parts: Incoming = {
    request: () => ask('request', request),
    params: () => ask('params', { id: '1' }),
    query: () => ask('query', ''),
    headers: () => ask('headers', {}),
    contentType: () => ask('contentType', 'application/json'),
    readBody: limit => ask('readBody', readBody(limit)),
    signal: () => ask('signal', request.signal),
    aborted: () => false,
    report: () => asked.push('report'),
  };
  return { parts, asked };
}

const route = (
  requestValidator: RequestValidator,
  use: (context: HandlerContext) => unknown = () => null,
) =>
  compileRoute({
    method: 'post',
    path: '/[id]',
    config: {
      requestValidator: createRequestValidator(requestValidator),
      responseValidator: Type.Unknown(),
      handler: async (input: object, context: HandlerContext) => {
        use(context);
        return successResponse(200, input);
      },
    },
  });

const anything = Type.Object({});

test.each<[string, ReturnType<typeof route>, string[]]>([
  ['nothing', route({}), []],
  ['a user function', route({ user: () => null }), ['request']],
  ['params', route({ params: anything }), ['params']],
  ['a query', route({ searchParams: anything }), ['query']],
  ['headers', route({ headers: anything }), ['headers']],
  ['a body', route({ body: anything }), ['readBody', 'contentType']],
  ['the request', route({}, context => context.request), ['request']],
  ['the signal', route({}, context => context.signal), ['signal']],
  [
    'everything',
    route({
      user: () => null,
      body: anything,
      headers: anything,
      searchParams: anything,
      params: anything,
    }),
    ['request', 'readBody', 'contentType', 'params', 'query', 'headers'],
  ],
])('a route that uses %s has nothing else made for it', async (_name, compiled, uses) => {
  const { parts, asked } = incoming();
  expect(await execute(compiled, parts)).toMatchObject({ status: 200 });
  expect(asked).toEqual(uses);
});

test.each<[string, Incoming['readBody'], number]>([
  ['too large', () => Promise.reject(new BodyTooLarge()), 413],
  ['broken off', () => Promise.reject(new Error('aborted')), 400],
  [
    'thrown at',
    () => {
      throw new BodyTooLarge();
    },
    413,
  ],
])('a body that is %s is answered, and reported to nobody', async (_name, readBody, status) => {
  const { parts, asked } = incoming(readBody);
  expect(await execute(route({ body: anything }), parts)).toMatchObject({ status });
  expect(asked).not.toContain('report');
});

test('the limit of the route is what a body is read to', async () => {
  const limits: number[] = [];
  const { parts } = incoming(async limit => {
    limits.push(limit);
    return new Uint8Array();
  });
  await execute(route({ body: anything, bodyLimit: 7 }), parts);
  expect(limits).toEqual([7]);
});
