import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { successResponse } from '../response.ts';
import { routeHandlers } from './plugin.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

const requestValidator = {
  user: ({ url }: { readonly url: string }) => url,
  params: Type.Object({ rest: Type.Optional(Type.Array(Type.String())) }),
  searchParams: Type.Object({ a: Type.Optional(Type.String()) }),
};

/** What a route of a catch-all tells of a request whose target is sent as it is. */
async function seenOf(method: 'GET' | 'OPTIONS', target: string): Promise<unknown> {
  const server = Fastify();
  servers.push(server);
  server.register(routeHandlers, {
    routes: (['get', 'options'] as const).map(name => ({
      method: name,
      path: '/[[...rest]]',
      config: {
        requestValidator,
        responseValidator: Type.Any(),
        handler: async (input: object) => successResponse(200, input),
      },
    })),
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port, hostname } = new URL(server.listeningOrigin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
}

test.each([
  [
    'http://there/u/v?a=b',
    { user: 'http://here/u/v?a=b', params: { rest: ['u', 'v'] }, searchParams: { a: 'b' } },
  ],
  ['HTTPS://there?a=b/u', { user: 'http://here/?a=b/u', params: {}, searchParams: { a: 'b/u' } }],
  ['http://there', { user: 'http://here/', params: {}, searchParams: {} }],
])('a whole URL as the target says to all what it says to the router: %s', async (target, seen) => {
  expect(await seenOf('GET', target)).toEqual(seen);
});

test('a user function sees a URL also where the server as a whole is asked', async () => {
  expect(await seenOf('OPTIONS', '*')).toEqual({
    user: 'http://here/',
    params: {},
    searchParams: {},
  });
});
