import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { createRequestValidator, type RequestValidator } from '../request-validator.ts';
import { errorResponse, type HandlerResponse, successResponse } from '../response.ts';
import type { HandlerContext } from '../route-config.ts';
import { createRouteHandler } from './create-route-handler.ts';

const origin = 'http://localhost';
const anything = Type.Unknown();

type Work = (input: object, context: HandlerContext) => Promise<HandlerResponse>;

/** A route whose handler answers with its input, unless it has other work; with what it reports. */
function serve(
  [method, path]: [Parameters<typeof createRouteHandler>[0], string],
  validator: RequestValidator = {},
  handler: Work = async input => successResponse(200, input),
) {
  const reported: unknown[] = [];
  const requestValidator = createRequestValidator(validator);
  const config = { requestValidator, responseValidator: anything, handler };
  const report = (error: unknown) => void reported.push(error);
  return { handle: createRouteHandler(method, path, config, { report }), reported };
}

const post = (body: string, headers: Record<string, string> = {}) =>
  new Request(`${origin}/`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

async function told(response: Response): Promise<unknown[]> {
  const text = await response.text();
  return text === '' ? [response.status] : [response.status, JSON.parse(text)];
}

const unauthorized = [401, { message: 'Unauthorized' }];
const badRequest = [400, { message: 'Bad Request' }];
const failed = [500, { message: 'Internal Server Error' }];

describe('order', () => {
  test('user, body, validators, handler', async () => {
    const steps: string[] = [];
    const body = new ReadableStream<Uint8Array>(
      {
        pull: controller => {
          steps.push('body');
          controller.enqueue(new TextEncoder().encode('{}'));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const recording = Type.Refine(Type.Object({}), () => steps.push('validator') > 0);
    const user = () => {
      steps.push('user');
      return null;
    };
    const { handle } = serve(['POST', '/'], { body: recording, user }, async () => {
      steps.push('handler');
      return successResponse(204);
    });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', body, duplex: 'half' as const, headers };
    expect((await handle(new Request(origin, init))).status).toBe(204);
    expect([...new Set(steps)]).toEqual(['user', 'body', 'validator', 'handler']);
  });

  test('a user function that throws is answered before the body is read', async () => {
    const user = () => {
      throw new Error('expired');
    };
    const { handle, reported } = serve(['POST', '/'], { user, body: anything });
    const request = post('{');
    expect(await told(await handle(request))).toEqual(unauthorized);
    expect(request.bodyUsed).toBe(false);
    expect(reported).toEqual([new Error('expired')]);
  });

  test('a user function that rejects, with whatever, is answered 401', async () => {
    const { handle, reported } = serve(['GET', '/'], { user: () => Promise.reject(null) });
    expect(await told(await handle(new Request(origin)))).toEqual(unauthorized);
    expect(reported).toEqual([null]);
  });

  test('a body that cannot be read comes before validation errors of other parts', async () => {
    const searchParams = Type.Object({ page: Type.Integer() });
    const { handle, reported } = serve(['POST', '/'], { body: anything, searchParams });
    expect(await told(await handle(post('{')))).toEqual(badRequest);
    expect(reported).toEqual([]);
  });

  test('nothing but the user function sees a request that is not valid', async () => {
    const work = async () => {
      throw new Error('called');
    };
    const { handle, reported } = serve(['POST', '/'], { body: Type.String() }, work);
    expect((await handle(post('1'))).status).toBe(400);
    expect(reported).toEqual([]);
  });
});

describe('user', () => {
  const cookie = ({ headers }: { headers: Headers }) => headers.get('cookie');

  test('arrives at the handler, as does null', async () => {
    const { handle } = serve(['GET', '/'], { user: async request => cookie(request) });
    const known = new Request(origin, { headers: { cookie: 'ann' } });
    expect(await told(await handle(known))).toEqual([200, { user: 'ann' }]);
    expect(await told(await handle(new Request(origin)))).toEqual([200, { user: null }]);
  });

  test('has method, URL, headers and signal of the request', async () => {
    const seen: unknown[] = [];
    const { handle } = serve(['DELETE', '/a'], {
      user: ({ method, url, signal }) => seen.push(method, url, signal.aborted),
    });
    await handle(new Request(`${origin}/a?b=1`, { method: 'DELETE' }));
    expect(seen).toEqual(['DELETE', `${origin}/a?b=1`, false]);
  });

  test('a slow one is waited for', async () => {
    const release = Promise.withResolvers<string>();
    const { handle } = serve(['GET', '/'], { user: () => release.promise });
    const answered = handle(new Request(origin));
    const first = await Promise.race([answered, new Promise(done => setImmediate(done, 'waits'))]);
    expect(first).toBe('waits');
    release.resolve('ann');
    expect(await told(await answered)).toEqual([200, { user: 'ann' }]);
  });

  test('a client that goes away in the meantime reaches no handler', async () => {
    const client = new AbortController();
    const work = async () => {
      throw new Error('called');
    };
    const user = () => {
      client.abort();
      return null;
    };
    const { handle, reported } = serve(['GET', '/'], { user }, work);
    const response = await handle(new Request(origin, { signal: client.signal }));
    expect(response.status).toBe(400);
    expect(reported).toEqual([]);
  });
});

describe('body of a method', () => {
  const body = Type.Object({ a: Type.Number() });
  const send = async (
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    validator: RequestValidator,
    sent?: string,
  ) => {
    let input: object | undefined;
    const { handle } = serve([method, '/'], validator, async given => {
      input = given;
      return successResponse(204);
    });
    const headers = { 'content-type': 'application/json' };
    await handle(new Request(origin, { method, headers, ...(sent && { body: sent }) }));
    return input;
  };

  test.each(['POST', 'PUT', 'PATCH'] as const)('%s has it always', async method => {
    expect(await send(method, { body }, '{"a":1}')).toEqual({ body: { a: 1 } });
    expect(await send(method, {}, '{')).toEqual({ body: {} });
    expect(await send(method, {})).toEqual({ body: {} });
  });

  test.each(['DELETE', 'OPTIONS'] as const)('%s has it where it is validated', async method => {
    expect(await send(method, { body }, '{"a":1}')).toEqual({ body: { a: 1 } });
    expect(await send(method, {}, '{')).toEqual({});
  });

  test.each(['GET', 'HEAD'] as const)('%s never has it', async method => {
    expect(await send(method, { body })).toEqual({});
  });

  test('one that has no validator is left to the handler', async () => {
    const { handle } = serve(['POST', '/'], {}, async (_input, { request }) =>
      successResponse(200, request instanceof Request ? await request.text() : undefined),
    );
    expect(await told(await handle(post('raw')))).toEqual([200, 'raw']);
  });
});

describe('answers', () => {
  test('are JSON', async () => {
    const { handle } = serve(['GET', '/'], {}, async () => successResponse(201, { a: 1 }));
    const response = await handle(new Request(origin));
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await told(response)).toEqual([201, { a: 1 }]);
  });

  test('of an error have its status, message and headers', async () => {
    const options = { headers: { 'Retry-After': '5', 'Set-Cookie': ['a=1', 'b=2'] } };
    const { handle } = serve(['GET', '/'], {}, async () => errorResponse(403, 'No', options));
    const response = await handle(new Request(origin));
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await told(response)).toEqual([403, { message: 'No' }]);
  });

  test('are not checked against the response validator', async () => {
    const requestValidator = createRequestValidator({});
    const responseValidator = Type.Object({ id: Type.Integer() });
    const handler = async () => successResponse(200, { id: 1.5 });
    const config = { requestValidator, responseValidator, handler };
    const handle = createRouteHandler('GET', '/', config);
    expect(await told(await handle(new Request(origin)))).toEqual([200, { id: 1.5 }]);
  });

  test('to HEAD have no body', async () => {
    const { handle } = serve(['GET', '/'], {}, async () => successResponse(200, { a: 1 }));
    const response = await handle(new Request(origin, { method: 'HEAD' }));
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await told(response)).toEqual([200]);
  });

  test.each([204, 304])('of status %s have no body', async status => {
    const { handle } = serve(['GET', '/'], {}, async () => successResponse(status, { a: 1 }));
    expect(await told(await handle(new Request(origin)))).toEqual([status]);
  });
});

describe('a handler that fails is answered 500 and reported', () => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  const lineBreak = { headers: { a: 'b\nc: d' } };
  const returning =
    (json: string): Work =>
    async () =>
      JSON.parse(json);

  test.each<[string, Work]>([
    ['rejects', () => Promise.reject(new Error('secret'))],
    [
      'throws at once',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejects with nothing', () => Promise.reject(undefined)],
    ['returns null', returning('null')],
    ['returns text', returning('"done"')],
    ['returns a body alone', returning('{"id":1}')],
    ['returns what has no headers', returning('{"kind":"success","status":200}')],
    ['returns an error without a message', returning('{"kind":"error","status":400,"headers":{}}')],
    ['returns a status of no kind', returning('{"kind":"success","status":99,"headers":{}}')],
    ['returns another kind', returning('{"kind":"info","status":200,"headers":{}}')],
    ['answers a bigint', async () => successResponse(200, { id: 1n })],
    ['answers a cycle', async () => successResponse(200, cyclic)],
    ['makes a wrong response', async () => successResponse(99, {})],
    ['answers a header that HTTP cannot send', async () => errorResponse(400, 'a', lineBreak)],
  ])('%s', async (_name, work) => {
    const { handle, reported } = serve(['GET', '/'], {}, work);
    expect(await told(await handle(new Request(origin)))).toEqual(failed);
    expect(reported).toHaveLength(1);
  });

  test('is reported with its route', async () => {
    const told: unknown[] = [];
    const config = {
      requestValidator: createRequestValidator({}),
      responseValidator: anything,
      handler: () => Promise.reject(new Error('lost')),
    };
    const handle = createRouteHandler('GET', '/posts/[id]', config, {
      report: (error, route) => told.push(error, route),
    });
    await handle(new Request(`${origin}/posts/1`));
    expect(told).toEqual([new Error('lost'), 'GET /posts/[id]']);
  });
});

describe('params', () => {
  const path = '/posts/[id]/[[...rest]]';
  const text = Type.String();
  const params = Type.Object({ id: text, rest: Type.Optional(Type.Array(text)) });

  test.each([
    ['/posts/a%2Fb', { id: 'a/b' }],
    ['/posts/a%252Fb', { id: 'a%2Fb' }],
    ['/posts/1/a/b%2Fc', { id: '1', rest: ['a', 'b/c'] }],
    ['/posts/1/?id=2#id=3', { id: '1' }],
  ])('of %s are %j', async (pathname, expected) => {
    const { handle } = serve(['GET', path], { params });
    const response = await handle(new Request(origin + pathname));
    expect(await told(response)).toEqual([200, { params: expected }]);
  });

  test.each([{ id: 'a/b', rest: undefined }, Promise.resolve({ id: 'a/b', rest: undefined })])(
    'of the server come first, and are decoded already',
    async given => {
      const { handle } = serve(['GET', path], { params });
      const response = await handle(new Request(`${origin}/base/posts/a%2Fb`), { params: given });
      expect(await told(response)).toEqual([200, { params: { id: 'a/b' } }]);
    },
  );

  test('of a path without any are undefined in Next, which has matched it', async () => {
    const request = new Request(`${origin}/base/health`);
    const { handle } = serve(['GET', '/health']);
    expect((await handle(request, { params: undefined })).status).toBe(200);
    expect((await handle(request, {})).status).toBe(404);
  });

  test('of the server are not asked for by a route that has no use for them', async () => {
    const { handle } = serve(['GET', path]);
    const never = new Promise<never>(() => undefined);
    expect((await handle(new Request(origin), { params: never })).status).toBe(200);
  });

  test('of a path that cannot be decoded are a bad request, after the user function', async () => {
    const request = new Request(`${origin}/posts/%zz`);
    expect(await told(await serve(['GET', path], { params }).handle(request))).toEqual(badRequest);
    const user = () => Promise.reject(new Error('expired'));
    const { handle } = serve(['GET', path], { params, user });
    expect(await told(await handle(request))).toEqual(unauthorized);
  });

  test.each(['/', '/posts', '/other/1', '//posts/1'])('%s is another path', async pathname => {
    const { handle } = serve(['GET', path], { params });
    const response = await handle(new Request(origin + pathname));
    expect(await told(response)).toEqual([404, { message: 'Not Found' }]);
  });
});

describe('what cannot be served throws at once', () => {
  const config = {
    requestValidator: createRequestValidator({ params: anything }),
    responseValidator: anything,
    handler: async () => successResponse(204),
  };

  test('a config that does not fit its path', () => {
    expect(() => createRouteHandler('GET', '/posts', config)).toThrow(
      expect.objectContaining({ code: 'RH_CONFIG' }),
    );
  });

  test('a method that is none', () => {
    // @ts-expect-error: in lower case
    expect(() => createRouteHandler('get', '/[id]', config)).toThrow(
      expect.objectContaining({
        code: 'RH_CONFIG',
        message:
          '"get" is no method of a route: there are GET, POST, PUT, DELETE, PATCH, OPTIONS, HEAD',
      }),
    );
  });
});
