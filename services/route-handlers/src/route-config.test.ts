import { Type } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createRequestValidator } from './request-validator.ts';
import { errorResponse, successResponse } from './response.ts';
import type { AnyRouteConfig, HandlerFunc, HandlerInput, RouteConfig } from './route-config.ts';

const text = Type.Object({ text: Type.String() });
const responseValidator = Type.Object({ id: Type.Number() });

test('a handler gets a key for each part that has a schema, and no other', () => {
  const all = createRequestValidator({
    body: text,
    params: z.object({ id: z.coerce.number() }),
    searchParams: Type.Object({ tags: Type.Optional(Type.Array(Type.String())) }),
    headers: Type.Object({ authorization: Type.String() }),
    user: async () => ({ name: 'Ann' }),
  });
  expectTypeOf<HandlerInput<typeof all>>().toEqualTypeOf<{
    readonly body: { text: string };
    readonly params: { id: number };
    readonly searchParams: { tags?: string[] };
    readonly headers: { authorization: string };
    readonly user: { name: string };
  }>();
  const none = createRequestValidator({ bodyLimit: 1 });
  expectTypeOf<keyof HandlerInput<typeof none>>().toEqualTypeOf<never>();
  expect(Object.keys(none)).toEqual(['bodyLimit']);
});

test('a user function that may return null says so to the handler', () => {
  const validator = createRequestValidator({ user: () => (Math.random() > 2 ? null : { id: 1 }) });
  expectTypeOf<HandlerInput<typeof validator>['user']>().toEqualTypeOf<{ id: number } | null>();
  expect(validator.user()).toEqual({ id: 1 });
});

test('a user function may take the request', () => {
  const validator = createRequestValidator({ user: request => request.headers.get('cookie') });
  expectTypeOf<HandlerInput<typeof validator>['user']>().toEqualTypeOf<string | null>();
  expect(validator.user(new Request('http://a', { headers: { cookie: 'b' } }))).toBe('b');
});

test('a config of any types is a route config', async () => {
  const requestValidator = createRequestValidator({ body: text });
  const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async input =>
    input.body.text === '' ? errorResponse(400, 'empty') : successResponse(200, { id: 1 });
  const config: RouteConfig<typeof requestValidator, typeof responseValidator> = {
    requestValidator,
    responseValidator,
    handler,
  };
  const any: AnyRouteConfig = config;
  const { signal } = new AbortController();
  const request = new Request('http://a');
  expect(await any.handler({ body: { text: '' } }, { request, signal })).toMatchObject({
    status: 400,
  });
});

test('a handler that does not fit its validators does not compile', () => {
  const requestValidator = createRequestValidator({ body: text });
  type Handler = HandlerFunc<typeof requestValidator, typeof responseValidator>;
  const handlers: Handler[] = [
    // @ts-expect-error: another body than the response validator has
    async () => successResponse(200, { id: '1' }),
    // @ts-expect-error: no body where the response validator has one
    async () => successResponse(204),
    // @ts-expect-error: no response
    async () => undefined,
    // @ts-expect-error: no promise
    () => successResponse(200, { id: 1 }),
    // @ts-expect-error: params have no schema
    async ({ params }) => successResponse(200, { id: Number(params) }),
    async ({ body }) => {
      // @ts-expect-error: the text is no number
      const id: number = body.text;
      return successResponse(200, { id });
    },
  ];
  expect(handlers).toHaveLength(6);
});
