import { Type } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import { createRequestValidator } from '../request-validator.ts';
import { successResponse } from '../response.ts';
import { createRouteHandler, type RouteHandler } from './create-route-handler.ts';

const requestValidator = createRequestValidator({ params: Type.Object({ id: Type.Integer() }) });
const responseValidator = Type.Object({ id: Type.Integer() });

/** What Next's own request has beside those of a `Request`. */
interface NextRequest extends Request {
  readonly nextUrl: URL;
}

/** As Next 16 checks a `route.ts`, in the types it generates. */
interface NextRoute<Params> {
  GET?: (
    request: NextRequest,
    context: { params: Promise<Params> },
  ) => Promise<Response | undefined> | Response | undefined;
}

test('a route handler is one of Next', () => {
  expectTypeOf<{ GET: RouteHandler }>().toExtend<NextRoute<{ postId: string }>>();
  expectTypeOf<{ GET: RouteHandler }>().toExtend<NextRoute<{ a: string; rest?: string[] }>>();
  expectTypeOf<{ GET: RouteHandler }>().toExtend<NextRoute<Record<never, never>>>();
});

test('a config is taken whose handler fits its validators', () => {
  const handle = createRouteHandler('GET', '/[id]', {
    requestValidator,
    responseValidator,
    handler: async ({ params }) => successResponse(200, { id: params.id + 1 }),
  });
  expectTypeOf(handle).toEqualTypeOf<RouteHandler>();
  expect(handle).toBeInstanceOf(Function);
});

test('a config does not compile whose handler does not fit them', () => {
  createRouteHandler('GET', '/[id]', {
    requestValidator,
    responseValidator,
    // @ts-expect-error: answers another body than the response validator has
    handler: async ({ params }) => successResponse(200, { id: `${params.id}` }),
  });
  createRouteHandler('GET', '/[id]', {
    requestValidator,
    responseValidator,
    // @ts-expect-error: takes a body that nobody validates
    handler: async ({ body }: { body: string }) => successResponse(200, { id: body.length }),
  });
  createRouteHandler('GET', '/[id]', {
    requestValidator,
    responseValidator,
    // @ts-expect-error: takes params of another type
    handler: async ({ params }: { params: { id: string } }) =>
      successResponse(200, { id: params.id.length }),
  });
  const incomplete = { requestValidator, responseValidator };
  // @ts-expect-error: has no handler
  expect(() => createRouteHandler('GET', '/[id]', incomplete)).toThrow(
    expect.objectContaining({ code: 'RH_CONFIG' }),
  );
});
