import Fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createRequestValidator } from '../request-validator.ts';
import { errorResponse, successResponse } from '../response.ts';
import { type MountedRoute, type RouteHandlersOptions, routeHandlers } from './plugin.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

type Route = Partial<MountedRoute> & { readonly handler?: (input: never) => unknown };

/** A route that answers with what its handler got, unless it is given another handler. */
function route({ method = 'get', path = '/', config = {}, handler }: Route): MountedRoute {
  const echo = async (input: object) => successResponse(200, input);
  const defaults = {
    requestValidator: {},
    responseValidator: Type.Any(),
    handler: handler ?? echo,
  };
  return { method, path, config: { ...defaults, ...(typeof config === 'object' ? config : {}) } };
}

const ids = createRequestValidator({ params: Type.Object({ id: Type.String() }) });
const rests = createRequestValidator({
  params: Type.Object({ rest: Type.Optional(Type.Array(Type.String())) }),
});

function serve(
  routes: readonly Route[],
  { prefix = '', ...options }: Partial<RouteHandlersOptions> & { prefix?: string } = {},
  server: FastifyInstance = Fastify(),
): FastifyInstance {
  servers.push(server);
  server.register(routeHandlers, { routes: routes.map(route), prefix, ...options });
  return server;
}

const get = async (server: FastifyInstance, url: string) => {
  const { statusCode, body } = await server.inject(url);
  return { status: statusCode, body: JSON.parse(body) };
};

test('a body is parsed by its content type and checked', async () => {
  const server = serve([
    {
      method: 'post',
      config: { requestValidator: { body: Type.Object({ count: Type.Integer() }) } },
    },
  ]);
  const post = async (type: string, payload: string) => {
    const { statusCode, body } = await server.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': type },
      payload,
    });
    return [statusCode, JSON.parse(body)];
  };
  const accepted = [200, { body: { count: 2 } }];
  expect(await post('application/json', '{"count":2}')).toEqual(accepted);
  expect(await post('application/merge-patch+json', '{"count":2}')).toEqual(accepted);
  expect(await post('application/x-www-form-urlencoded', 'count=2')).toEqual(accepted);
  expect(await post('multipart/form-data; boundary=x', formData('x', { count: '2' }))).toEqual(
    accepted,
  );
  const refused = [400, { message: 'Bad Request' }];
  expect(await post('application/json', '{"count":')).toEqual(refused);
  expect(await post('text/plain', 'count=2')).toEqual(refused);
  expect(await post('nonsense', 'count=2')).toEqual(refused);
  expect(await post('application/json', '{"count":"2"}')).toEqual([
    400,
    { message: 'body/count must be integer' },
  ]);
});

const formData = (boundary: string, fields: Readonly<Record<string, string>>): string =>
  [
    ...Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}--\r\n`,
  ].join('');

test('a content type that is none does not go before the user function', async () => {
  const user = () => {
    throw new Error('who?');
  };
  const server = serve([
    { method: 'post', config: { requestValidator: { user, body: Type.Object({}) } } },
  ]);
  const response = await server.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'nonsense' },
    payload: 'x',
  });
  expect([response.statusCode, response.body]).toEqual([401, '{"message":"Unauthorized"}']);
});

test('a content type that is none does not go around the hooks of an app', async () => {
  const called: string[] = [];
  const handler = async () => {
    called.push('handler');
    return successResponse(204);
  };
  const server = serve([
    { method: 'post', path: '/read', config: { requestValidator: { body: Type.Any() } }, handler },
    { method: 'post', path: '/unread', handler },
  ]);
  server.addHook('preHandler', async (_request, reply) => reply.code(403).send());
  const headers = { 'content-type': 'nonsense' };
  const read = await server.inject({ method: 'POST', url: '/read', headers });
  expect([read.statusCode, read.json()]).toEqual([400, { message: 'Bad Request' }]);
  expect((await server.inject({ method: 'POST', url: '/unread', headers })).statusCode).toBe(403);
  expect(called).toEqual([]);
});

test.each(['nonsense', 'a/b/c', '/', 'text/', 'a b/c', ''])(
  'a content type %j that is none is nothing to a route that reads no body',
  async type => {
    const headers = Type.Object({ 'content-type': Type.String() });
    const server = serve([
      { method: 'post', path: '/post', config: { requestValidator: { headers } } },
      { method: 'delete', path: '/delete', config: { requestValidator: { headers } } },
    ]);
    server.addHook('onRequest', async request => {
      // An app may look at it, and may set headers of its own.
      request.headers = { ...request.headers, 'x-by': 'app', seen: String(request.mediaType) };
    });
    server.addHook('preHandler', async (request, reply) => {
      reply.header(
        'x-seen',
        JSON.stringify([request.headers['content-type'], request.headers['x-by']]),
      );
    });
    const send = (method: 'POST' | 'DELETE', url: string, payload?: string) =>
      server.inject({
        method,
        url,
        headers: { 'content-type': type },
        ...(payload ? { payload } : {}),
      });
    const told = { 'content-type': type };
    for (const payload of ['x', undefined]) {
      const posted = await send('POST', '/post', payload);
      expect(posted.json()).toMatchObject({ headers: told, body: {} });
      expect(posted.headers['x-seen']).toBe(JSON.stringify([type, 'app']));
      expect((await send('DELETE', '/delete', payload)).json()).toMatchObject({ headers: told });
    }
  },
);

test('a refused content type has the body that formatError makes', async () => {
  const server = serve(
    [{ method: 'post', config: { requestValidator: { body: Type.Object({}) } } }],
    { formatError: ({ status, message }) => ({ error: { status, message } }) },
  );
  const headers = { 'content-type': 'nonsense' };
  const response = await server.inject({ method: 'POST', url: '/', headers, payload: 'x' });
  expect([response.statusCode, response.json()]).toEqual([
    400,
    { error: { status: 400, message: 'Bad Request' } },
  ]);
});

test('errors of an app’s hooks are answered by the app', async () => {
  const server = serve([{ path: '/' }]);
  server.setErrorHandler((_error, _request, reply) => reply.code(418).send({ by: 'app' }));
  server.addHook('preHandler', async () => {
    throw new Error('no');
  });
  const response = await server.inject('/');
  expect([response.statusCode, response.json()]).toEqual([418, { by: 'app' }]);
});

test('content types of other plugins stay as they are', async () => {
  const server = serve([{ method: 'post', path: '/ours' }]);
  server.post('/theirs', async request => request.body);
  const send = (url: string) =>
    server.inject({ method: 'POST', url, headers: { 'content-type': 'text/csv' }, payload: 'a' });
  expect((await send('/theirs')).statusCode).toBe(415);
  expect((await send('/ours')).json()).toEqual({ body: {} });
  const theirs = await server.inject({ method: 'POST', url: '/theirs', payload: { a: 1 } });
  expect(theirs.json()).toEqual({ a: 1 });
});

test('params arrive decoded once', async () => {
  const server = serve([{ path: '/posts/[id]/end', config: { requestValidator: ids } }]);
  const idOf = async (text: string) => (await get(server, `/posts/${text}/end`)).body.params?.id;
  expect(await idOf('a%2Fb')).toBe('a/b');
  expect(await idOf('a%252Fb')).toBe('a%2Fb');
  expect(await idOf('%E2%82%AC%20%2B+')).toBe('€ ++');
});

test('a catch-all is split before it is decoded', async () => {
  const server = serve([{ path: '/files/[...rest]', config: { requestValidator: rests } }], {
    prefix: '/api/v1',
  });
  const restOf = async (text: string) => (await get(server, `/api/v1/files${text}`)).body;
  expect(await restOf('/a')).toEqual({ params: { rest: ['a'] } });
  expect(await restOf('/a%2Fb/c%252F/d?e=f/g')).toEqual({ params: { rest: ['a/b', 'c%2F', 'd'] } });
  expect(await restOf('/a/b/')).toEqual({ params: { rest: ['a', 'b'] } });
  for (const missing of ['', '/', '/a//b']) {
    expect(await restOf(missing)).toMatchObject({ statusCode: 404 });
  }
});

test('an optional catch-all also stands for no segment', async () => {
  const server = serve([{ path: '/files/[[...rest]]', config: { requestValidator: rests } }]);
  expect(await get(server, '/files')).toEqual({ status: 200, body: { params: {} } });
  expect(await get(server, '/files/')).toEqual({ status: 200, body: { params: {} } });
  expect(await get(server, '/files/a/b')).toEqual({
    status: 200,
    body: { params: { rest: ['a', 'b'] } },
  });
});

test('an optional catch-all at the root takes every path', async () => {
  const server = serve([{ path: '/[[...rest]]', config: { requestValidator: rests } }]);
  expect((await get(server, '/')).body).toEqual({ params: {} });
  expect((await get(server, '/a/b')).body).toEqual({ params: { rest: ['a', 'b'] } });
});

test('an empty segment is no param', async () => {
  const server = serve([{ path: '/posts/[id]', config: { requestValidator: ids } }]);
  expect((await get(server, '/posts/')).status).toBe(404);
});

test.each([
  ['/a:b/x', '/a:b/x'],
  ['/a b/x', '/a%20b/x'],
  ['/a*b/x', '/a*b/x'],
  ['/a?b/x', '/a%3Fb/x'],
  ['/a#(b)/x', '/a%23(b)/x'],
  ['/100%/x', '/100%25/x'],
  ['/käse/x', '/k%C3%A4se/x'],
])('a folder may be called %s', async (path, url) => {
  const server = serve([{ path }]);
  expect((await get(server, url)).status).toBe(200);
  expect((await get(server, '/another/x')).status).toBe(404);
});

test.each(['post-id', 'p0', 'ünicode', 'constructor'])(
  'a dynamic segment may be called %s',
  async name => {
    const params = Type.Object({ [name]: Type.String() });
    const server = serve([
      { path: `/[${name}]/a*`, config: { requestValidator: { params } } },
      { path: `/[${name}]/b`, config: { requestValidator: { params } } },
    ]);
    expect((await get(server, '/x/a*')).body).toEqual({ params: { [name]: 'x' } });
    expect((await get(server, '/y/b')).body).toEqual({ params: { [name]: 'y' } });
  },
);

test('params of the prefix are not the route’s', async () => {
  const server = serve([{ path: '/[id]', config: { requestValidator: ids } }], {
    prefix: '/:tenant',
  });
  expect((await get(server, '/acme/7')).body).toEqual({ params: { id: '7' } });
});

test('the router’s own settings hold', async () => {
  const routerOptions = {
    ignoreDuplicateSlashes: true,
    ignoreTrailingSlash: true,
    caseSensitive: false,
    useSemicolonDelimiter: true,
  };
  const query = createRequestValidator({
    params: Type.Object({ rest: Type.Array(Type.String()) }),
    searchParams: Type.Object({ q: Type.String() }),
  });
  const server = serve(
    [{ path: '/Files/[...rest]', config: { requestValidator: query } }],
    { prefix: '/api' },
    Fastify({ routerOptions }),
  );
  expect((await get(server, '/API//files///A//b/;q=%zz')).body).toEqual({
    params: { rest: ['A', 'b'] },
    searchParams: { q: '%zz' },
  });
});

test('HEAD is answered by GET unless it has a config', async () => {
  const head = async () => successResponse(200, undefined, { headers: { 'x-by': 'head' } });
  const server = serve([
    { path: '/both', method: 'get' },
    { path: '/both', method: 'HEAD', handler: head },
    { path: '/get' },
  ]);
  const both = await server.inject({ method: 'HEAD', url: '/both' });
  expect([both.statusCode, both.headers['x-by'], both.body]).toEqual([200, 'head', '']);
  const plain = await server.inject({ method: 'HEAD', url: '/get' });
  expect([plain.statusCode, plain.headers['content-length'], plain.body]).toEqual([200, '2', '']);
});

test('headers and cookies of a response are sent, and a body as JSON without more', async () => {
  const cookies = ['a=1; Path=/', 'b=2'];
  const handler = async () =>
    successResponse(201, 'text', { headers: { 'Set-Cookie': cookies, 'x-one': '1' } });
  const server = serve([{ handler }], {}, Fastify());
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('set-cookie', 'of=hook');
  });
  const response = await server.inject('/');
  expect(response.statusCode).toBe(201);
  expect(response.headers['set-cookie']).toEqual(['of=hook', ...cookies]);
  expect(response.headers).toMatchObject({ 'x-one': '1', 'content-type': 'application/json' });
  expect(response.body).toBe('"text"');
});

test('204 has no body', async () => {
  const server = serve([{ method: 'delete', handler: async () => successResponse(204) }]);
  const response = await server.inject({ method: 'DELETE', url: '/' });
  expect([response.statusCode, response.body, response.headers['content-type']]).toEqual([
    204,
    '',
    undefined,
  ]);
});

test('errors have the body that formatError makes', async () => {
  const failing = async () => {
    throw new Error('secret');
  };
  const server = serve(
    [
      { path: '/[id]', config: { requestValidator: { params: z.object({ id: z.uuid() }) } } },
      { path: '/a/missing', handler: async () => errorResponse(404, 'no such thing') },
      { path: '/a/failing', handler: failing },
    ],
    { formatError: ({ status, message }) => ({ error: { status, message } }) },
  );
  expect((await get(server, '/x')).body).toMatchObject({ error: { status: 400 } });
  expect((await get(server, '/a/missing')).body).toEqual({
    error: { status: 404, message: 'no such thing' },
  });
  expect((await get(server, '/a/failing')).body).toEqual({
    error: { status: 500, message: 'Internal Server Error' },
  });
});

test('what the client is not told goes to the request’s log', async () => {
  const lines: string[] = [];
  const logger = { level: 'error', stream: { write: (line: string) => lines.push(line) } };
  const failing = async () => {
    throw new Error('the disk is full');
  };
  const server = serve([{ path: '/[id]', handler: failing }], {}, Fastify({ logger }));
  expect(await get(server, '/7')).toEqual({
    status: 500,
    body: { message: 'Internal Server Error' },
  });
  const told = lines.map(line => JSON.parse(line));
  expect(told).toMatchObject([{ level: 50, err: { message: 'the disk is full' } }]);
  expect(told[0].reqId).toBeTypeOf('string');
});

test('a body that an app’s hook has read is told to the log', async () => {
  const lines: string[] = [];
  const logger = { level: 'error', stream: { write: (line: string) => lines.push(line) } };
  const config = { requestValidator: { body: Type.Any() } };
  const server = Fastify({ logger });
  server.addHook('preParsing', async (_request, _reply, payload) => {
    for await (const _chunk of payload);
    return payload;
  });
  serve([{ method: 'post', config }], {}, server);
  const response = await server.inject({ method: 'POST', url: '/', payload: { a: 1 } });
  expect([response.statusCode, response.json()]).toEqual([400, { message: 'Bad Request' }]);
  expect(lines.join()).toContain('the body was read before the route could');
});

test('a user function sees the request', async () => {
  const user = (request: { url: string; method: string; headers: Headers }) => ({
    url: request.url,
    method: request.method,
    cookie: request.headers.get('cookie'),
  });
  const server = serve([{ path: '/me', config: { requestValidator: { user } } }], {
    prefix: '/api',
  });
  const asked = await server.inject({
    url: '/api/me?a=b',
    headers: { host: 'example.com:81', cookie: 'c=1' },
  });
  expect(asked.json().user).toEqual({
    url: 'http://example.com:81/api/me?a=b',
    method: 'GET',
    cookie: 'c=1',
  });
});

test.each([
  ['no host', 'http://localhost/me'],
  ['a/public?', 'http://localhost/me'],
  ['a/public#', 'http://localhost/me'],
  ['user@a', 'http://localhost/me'],
  ['a/', 'http://a/me'],
  ['A:80', 'http://a/me'],
])('a host %j does not change the path that a user function sees', async (host, url) => {
  const user = (request: { url: string }) => ({ url: request.url });
  const server = serve([{ path: '/me', config: { requestValidator: { user } } }]);
  expect((await server.inject({ url: '/me', headers: { host } })).json().user).toEqual({ url });
});

test('the server’s body limit holds where a route names none', async () => {
  const body = Type.Object({ text: Type.String() });
  const server = serve(
    [
      { path: '/small', method: 'post', config: { requestValidator: { body } } },
      { path: '/large', method: 'post', config: { requestValidator: { body, bodyLimit: 200 } } },
    ],
    {},
    Fastify({ bodyLimit: 100 }),
  );
  const post = (url: string, size: number) =>
    server.inject({ method: 'POST', url, payload: { text: 'x'.repeat(size) } });
  expect((await post('/small', 80)).statusCode).toBe(200);
  const refused = await post('/small', 120);
  expect([refused.statusCode, refused.json()]).toEqual([413, { message: 'Payload Too Large' }]);
  expect((await post('/large', 120)).statusCode).toBe(200);
});

test('all that is wrong with the routes is told at once', async () => {
  const params = Type.Object({ id: Type.String() });
  const server = serve([
    { path: '/a', config: { requestValidator: { params } } },
    { path: '/b', config: { handler: 7 } },
    { path: '/c' },
    { path: '/c' },
    { path: '/d/[x]' },
    { path: '/d/[y]/e' },
    { path: '/[...rest]/f' },
  ]);
  const error = await server.ready().then(
    () => new Error('it is ready'),
    (reason: Error) => reason,
  );
  const lines = error.message.split('\n');
  expect(error).toMatchObject({ code: 'RH_CONFIG' });
  for (const told of [
    /^GET \/a: .*params/,
    /^GET \/b: .*handler/,
    /^GET \/c: .*twice/,
    /^GET \/d\/\[y\]\/e: .*"x".*"y"/,
    /^GET \/\[\.\.\.rest\]\/f: .*catch-all/,
  ]) {
    expect(lines.filter(line => told.test(line))).toHaveLength(1);
  }
});

test('neither a directory nor routes is a mistake', async () => {
  const server = Fastify();
  servers.push(server);
  server.register(routeHandlers, {});
  await expect(server.ready()).rejects.toMatchObject({ code: 'RH_CONFIG' });
});

test('the document of the routes is served below the prefix', async () => {
  const server = serve([{ path: '/posts/[id]', config: { requestValidator: ids } }], {
    prefix: '/api',
    openapi: { info: { title: 'Posts', version: '1' } },
  });
  const response = await server.inject('/api/openapi.json');
  expect(response.headers['content-type']).toBe('application/json');
  expect(response.json()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: '/api' }],
    paths: { '/posts/{id}': { get: { responses: { 200: {} } } } },
  });
});

test('what keeps the document from being made is told with all that is wrong with the routes', async () => {
  const responseValidator = { $ref: '#/$defs/%' };
  const routes = [
    { path: '/a', config: { responseValidator } },
    { path: '/b', config: { handler: 7 } },
  ];
  const refused = serve(routes, { openapi: { info: { title: 'Posts', version: '1' } } });
  const error = await refused.ready().then(
    () => new Error('it is ready'),
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({ code: 'RH_CONFIG' });
  expect(error.message).toMatch(/^GET \/a: responseValidator refers to "#\/\$defs\/%"/m);
  expect(error.message).toMatch(/^GET \/b: "handler" is to be/m);
  expect((await get(serve(routes.slice(0, 1)), '/a')).status).toBe(200);
});
