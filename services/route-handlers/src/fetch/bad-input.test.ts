import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { createRequestValidator } from '../request-validator.ts';
import { successResponse } from '../response.ts';
import { createRouteHandler } from './create-route-handler.ts';

const origin = 'http://localhost';
const reported: unknown[] = [];

const requestValidator = createRequestValidator({
  body: Type.Object({ title: Type.String() }),
  bodyLimit: 1000,
});
const handle = createRouteHandler(
  'POST',
  '/',
  {
    requestValidator,
    responseValidator: Type.Unknown(),
    handler: async ({ body }) => successResponse(200, body),
  },
  { report: error => reported.push(error) },
);

async function send(contentType: string | undefined, body: string | Uint8Array<ArrayBuffer>) {
  const headers = new Headers(contentType === undefined ? {} : { 'content-type': contentType });
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return told(await handle(new Request(origin, { method: 'POST', body: bytes, headers })));
}

const told = async (response: Response) => [response.status, JSON.parse(await response.text())];

const badRequest = [400, { message: 'Bad Request' }];
const tooLarge = [413, { message: 'Payload Too Large' }];

/** A body that never ends, and how it was dealt with. */
function endless(chunk: Uint8Array) {
  const dealt = { chunks: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: controller => {
        dealt.chunks++;
        controller.enqueue(chunk);
      },
      cancel: () => {
        dealt.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, dealt };
}

const streaming = (body: ReadableStream<Uint8Array>, signal?: AbortSignal) => ({
  method: 'POST',
  body,
  duplex: 'half' as const,
  headers: { 'content-type': 'application/json' },
  ...(signal && { signal }),
});

describe('a body that cannot be read is a bad request', () => {
  test.each([
    ['application/json', '{"title":"a"'],
    ['application/json', 'title=a'],
    ['application/json', '{"title":"a","__proto__":{"admin":true}}'],
    ['application/json', '{"title":"a","constructor":{"prototype":{"admin":true}}}'],
    ['application/json', Uint8Array.of(0x22, 0xc3, 0x28, 0x22)],
    ['application/json', `${'['.repeat(900)}`],
    ['application/x-www-form-urlencoded', 'title=a&__proto__=b'],
    ['multipart/form-data; boundary=b', 'title=a'],
    ['multipart/form-data', '--b--'],
    ['text/plain', '{"title":"a"}'],
    ['application/xml', '<title/>'],
    ['json', '{"title":"a"}'],
    [undefined, '{"title":"a"}'],
  ])('%s %s', async (contentType, body) => {
    expect(await send(contentType, body)).toEqual(badRequest);
    expect(reported).toEqual([]);
  });
});

test('an empty body is an empty object, to be validated', async () => {
  for (const contentType of ['application/json', 'text/plain', undefined]) {
    expect(await send(contentType, '')).toEqual([
      400,
      { message: expect.stringMatching(/^body .*title/) },
    ]);
  }
});

describe('a body past the limit', () => {
  test('of just its size is read', async () => {
    const title = 'a'.repeat(1000 - '{"title":""}'.length);
    expect(await send('application/json', JSON.stringify({ title }))).toEqual([200, { title }]);
    expect(await send('application/json', JSON.stringify({ title: `${title}a` }))).toEqual(
      tooLarge,
    );
  });

  test('of 10 MB is refused', async () => {
    expect(await send('application/json', new Uint8Array(10_000_000))).toEqual(tooLarge);
  });

  test('that declares its length is refused unread', async () => {
    const { body, dealt } = endless(new Uint8Array(1));
    const request = new Request(origin, streaming(body));
    request.headers.set('content-length', '1001');
    expect(await told(await handle(request))).toEqual(tooLarge);
    expect(dealt.chunks).toBe(0);
  });

  test('that never ends is refused when it passes it', async () => {
    const { body, dealt } = endless(new Uint8Array(300));
    expect(await told(await handle(new Request(origin, streaming(body))))).toEqual(tooLarge);
    expect(dealt).toEqual({ chunks: 4, cancelled: true });
  });

  test('is not more than it says: a short length declared does not help', async () => {
    const { body } = endless(new Uint8Array(300));
    const request = new Request(origin, streaming(body));
    request.headers.set('content-length', '5');
    expect(await told(await handle(request))).toEqual(tooLarge);
  });

  test('is 1 MiB where a config names none', async () => {
    const handleDefault = createRouteHandler('POST', '/', {
      requestValidator: createRequestValidator({ body: Type.String() }),
      responseValidator: Type.Unknown(),
      handler: async ({ body }) => successResponse(200, body.length),
    });
    const post = (length: number) =>
      handleDefault(
        new Request(origin, {
          method: 'POST',
          body: `"${'a'.repeat(length)}"`,
          headers: { 'content-type': 'application/json' },
        }),
      );
    expect(await told(await post(1_048_574))).toEqual([200, 1_048_574]);
    expect(await told(await post(1_048_575))).toEqual(tooLarge);
  });
});

describe('a client that goes away', () => {
  test('in the middle of its body is a bad request that nobody is told of', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('{"ti')),
      pull: controller => controller.error(new Error('aborted')),
    });
    expect(await told(await handle(new Request(origin, streaming(body))))).toEqual(badRequest);
    expect(reported).toEqual([]);
  });

  test('before the handler is called is a bad request, the handler not called', async () => {
    const client = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      pull: controller => {
        controller.enqueue(new TextEncoder().encode('{"title":"a"}'));
        controller.close();
        client.abort();
      },
    });
    const answered = handle(new Request(origin, streaming(body, client.signal)));
    expect(await told(await answered)).toEqual(badRequest);
    expect(reported).toEqual([]);
  });

  test('is told to the handler by its signal', async () => {
    const client = new AbortController();
    const handleWaiting = createRouteHandler('GET', '/', {
      requestValidator: createRequestValidator({}),
      responseValidator: Type.Unknown(),
      handler: async (_input, { signal }) => {
        const aborted = new Promise(done => signal.addEventListener('abort', done));
        client.abort();
        await aborted;
        return successResponse(200, 'stopped');
      },
    });
    const response = await handleWaiting(new Request(origin, { signal: client.signal }));
    expect(await told(response)).toEqual([200, 'stopped']);
  });
});

test.each<[string, (request: Request) => unknown]>([
  ['has read before', request => request.text()],
  ['is reading', request => request.body?.getReader()],
])('a body that somebody %s is told to the log', async (_when, read) => {
  const request = new Request(origin, { method: 'POST', body: '{}' });
  await read(request);
  expect(await told(await handle(request))).toEqual(badRequest);
  expect(reported.splice(0)).toEqual([
    new Error('the body was read before the route handler could: pass a clone on'),
  ]);
});

test('a schema that throws is a bad request, and told to the log', async () => {
  const failing = Type.Refine(Type.String(), () => {
    throw new Error('broken schema');
  });
  const log: unknown[] = [];
  const handleFailing = createRouteHandler(
    'GET',
    '/',
    {
      requestValidator: createRequestValidator({ searchParams: Type.Object({ a: failing }) }),
      responseValidator: Type.Unknown(),
      handler: async () => successResponse(200),
    },
    { report: error => log.push(error) },
  );
  expect(await told(await handleFailing(new Request(`${origin}/?a=b`)))).toEqual(badRequest);
  expect(log).toEqual([new Error('broken schema')]);
});

test('a body nested 500,000 deep is refused by a schema that follows it', async () => {
  const Tree = Type.Cyclic({ Tree: Type.Array(Type.Ref('Tree')) }, 'Tree');
  const handleTree = createRouteHandler(
    'POST',
    '/',
    {
      requestValidator: createRequestValidator({ body: Tree }),
      responseValidator: Type.Unknown(),
      handler: async () => successResponse(200, 'read'),
    },
    { report: () => undefined },
  );
  const body = '['.repeat(500_000) + ']'.repeat(500_000);
  const headers = { 'content-type': 'application/json' };
  const response = await handleTree(new Request(origin, { method: 'POST', body, headers }));
  expect(response.status).toBe(400);
});

test('whatever is sent, the answer is JSON that says what is wrong, and nothing is thrown', async () => {
  const contentTypes = fc.constantFrom(
    undefined,
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'text/plain',
  );
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 1100, size: 'max' }),
    fc.json().map(text => new TextEncoder().encode(text)),
    fc.webQueryParameters().map(text => new TextEncoder().encode(text)),
  );
  await fc.assert(
    fc.asyncProperty(contentTypes, bodies, async (contentType, body) => {
      const [status, answer] = await send(contentType, new Uint8Array(body));
      if (status === 200) expect(answer).toEqual({ title: expect.any(String) });
      else expect([400, 413]).toContain(status);
      if (status !== 200) expect(answer).toEqual({ message: expect.any(String) });
    }),
  );
  expect(reported).toEqual([]);
});

test('nothing of all this has changed a prototype', () => {
  expect(Reflect.ownKeys(Object.prototype)).not.toContain('admin');
});
