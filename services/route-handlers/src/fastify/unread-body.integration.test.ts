import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createGunzip, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { Type } from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { successResponse } from '../response.ts';
import type { HandlerContext } from '../route-config.ts';
import { routeHandlers } from './plugin.ts';

const servers: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map(server => server.close()));
});

const megabyte = 1_048_576;
const body = Type.Object({ text: Type.String() });
const echo = async (input: object) => successResponse(200, input);
const throws = () => {
  throw new Error('nobody');
};

/** `/echo` reads bodies, `/unread` has no use for them, `/refused` lets nobody in. */
async function start(
  options: FastifyServerOptions = {},
  more = [] as object[],
): Promise<FastifyInstance> {
  const server: FastifyInstance = Fastify({ ...options });
  servers.push(server);
  server.register(routeHandlers, {
    routes: [
      post('/echo', { requestValidator: { body } }),
      post('/unread', {}),
      post('/refused', { requestValidator: { body, user: throws } }),
      ...more.map(config => post('/more', config)),
    ],
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
}

const post = (path: string, config: object) => ({
  method: 'post' as const,
  path,
  config: { requestValidator: {}, responseValidator: Type.Any(), handler: echo, ...config },
});

async function open(server: FastifyInstance): Promise<Socket> {
  const { port, hostname } = new URL(server.listeningOrigin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  // What the server cuts off is what some of these tests want.
  socket.on('error', () => undefined).setEncoding('utf8');
  await once(socket, 'connect');
  return socket;
}

const head = (path: string, ...headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  );

const whole = (path: string, text: string): string =>
  `${head(path, `Content-Length: ${Buffer.byteLength(text)}`)}${text}`;

/** The next answers of a connection: their status and body. */
async function answers(socket: Socket, count: number): Promise<[number, string][]> {
  let text = '';
  const read = (): [number, string][] =>
    [...text.matchAll(/HTTP\/1\.1 (\d+) [\s\S]*?content-length: (\d+)\r\n[\s\S]*?\r\n\r\n/gi)].map(
      ({ 0: all, 1: status, 2: length, index }) => {
        const start = index + all.length;
        return [Number(status), text.slice(start, start + Number(length))];
      },
    );
  while (read().length < count) {
    const [chunk] = await Promise.race([
      once(socket, 'data'),
      once(socket, 'close').then(() => Promise.reject(new Error(`closed after: ${text}`))),
    ]);
    text += chunk;
  }
  return read();
}

const unauthorized = [401, '{"message":"Unauthorized"}'];
const tooLarge = [413, '{"message":"Payload Too Large"}'];
const echoed = [200, '{"body":{"text":"a"}}'];
const good = whole('/echo', '{"text":"a"}');

test('requests in a pipeline are answered one after the other, their bodies read or not', async () => {
  const socket = await open(await start());
  socket.write(good + whole('/refused', '{"text":"b"}') + whole('/unread', '{"c') + good);
  expect(await answers(socket, 4)).toEqual([echoed, unauthorized, [200, '{"body":{}}'], echoed]);
});

test('a 10 MB body is refused, and its connection answers the next request', async () => {
  const socket = await open(await start());
  socket.write(whole('/echo', JSON.stringify({ text: 'x'.repeat(10 * megabyte) })));
  socket.write(good);
  expect(await answers(socket, 2)).toEqual([tooLarge, echoed]);
});

test('a 10 MB body of no declared length is refused, and its connection answers the next request', async () => {
  const socket = await open(await start());
  const chunk = 'x'.repeat(megabyte);
  socket.write(head('/echo', 'Transfer-Encoding: chunked'));
  for (let n = 0; n < 10; n++) socket.write(`${megabyte.toString(16)}\r\n${chunk}\r\n`);
  socket.write(`0\r\n\r\n${good}`);
  expect(await answers(socket, 2)).toEqual([tooLarge, echoed]);
});

test('a caller is refused before the body has come, and may go on with the connection', async () => {
  const socket = await open(await start());
  socket.write(head('/refused', 'Content-Length: 100000'));
  expect(await answers(socket, 1)).toEqual([unauthorized]);
  socket.write(`${'x'.repeat(100_000)}${good}`);
  expect(await answers(socket, 1)).toEqual([echoed]);
});

test('a content type that is none is refused where the body is read, and nothing elsewhere', async () => {
  const socket = await open(await start());
  const send = (path: string) =>
    socket.write(whole(path, 'xyz').replace('application/json', 'nonsense'));
  send('/echo');
  send('/unread');
  send('/refused');
  socket.write(good);
  const refused = [400, '{"message":"Bad Request"}'];
  expect(await answers(socket, 4)).toEqual([refused, [200, '{"body":{}}'], unauthorized, echoed]);
});

test('a body that comes byte by byte is read', async () => {
  const socket = await open(await start());
  socket.setNoDelay(true);
  for (const character of good) {
    socket.write(character);
    await new Promise(setImmediate);
  }
  expect(await answers(socket, 1)).toEqual([echoed]);
});

test('a body without end is cut off', async () => {
  const socket = await open(await start());
  socket.write(head('/refused', 'Transfer-Encoding: chunked'));
  expect(await answers(socket, 1)).toEqual([unauthorized]);
  const closed = new Promise(resolve => socket.once('close', resolve));
  const chunk = `${megabyte.toString(16)}\r\n${'x'.repeat(megabyte)}\r\n`;
  const pump = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pump);
  pump();
  await closed;
});

test('a body that breaks off leaves the server well, and nothing in its log', async () => {
  const lines: string[] = [];
  const logger = { level: 'error', stream: { write: (line: string) => lines.push(line) } };
  const server = await start({ logger });
  const broken = await open(server);
  const gone = new Promise<void>(resolve => {
    server.server.once('request', request => request.once('close', resolve));
  });
  broken.write(`${head('/echo', 'Content-Length: 100')}{"text`);
  await once(server.server, 'request');
  broken.destroy();
  await gone;
  const socket = await open(server);
  socket.write(good);
  expect(await answers(socket, 1)).toEqual([echoed]);
  expect(lines).toEqual([]);
});

test('a body that an app unpacks is read, refused or dropped like another', async () => {
  const server = Fastify();
  servers.push(server);
  server.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(createGunzip()));
  server.register(routeHandlers, {
    routes: [
      post('/echo', { requestValidator: { body } }),
      post('/refused', { requestValidator: { body, user: throws } }),
    ],
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = await open(server);
  const send = (path: string, text: string) => {
    const packed = gzipSync(text);
    socket.write(head(path, `Content-Length: ${packed.length}`));
    socket.write(packed);
  };
  send('/echo', '{"text":"a"}');
  send('/refused', JSON.stringify({ text: 'x'.repeat(10 * megabyte) }));
  send('/echo', JSON.stringify({ text: 'x'.repeat(2 * megabyte) }));
  send('/echo', '{"text":"a"}');
  expect(await answers(socket, 4)).toEqual([echoed, unauthorized, tooLarge, echoed]);
});

test('a handler is told when its client goes away', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<HandlerContext>();
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
  const handler = async (_input: object, context: HandlerContext) => {
    ask(context);
    context.signal.addEventListener('abort', () => abort());
    await aborted;
    return successResponse(204);
  };
  const server = await start({}, [{ requestValidator: { body }, handler }]);
  const socket = await open(server);
  socket.write(whole('/more', '{"text":"a"}'));
  const { signal, request } = await asked;
  expect(signal.aborted).toBe(false);
  socket.destroy();
  await aborted;
  expect(request.signal.aborted).toBe(true);
});

test('a handler whose client went away before is not called', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const called: string[] = [];
  const user = async () => {
    ask();
    await gone;
    setImmediate(answer);
    return null;
  };
  const handler = async () => {
    called.push('handler');
    return successResponse(204);
  };
  const server = await start({}, [{ requestValidator: { user }, handler }]);
  const socket = await open(server);
  const closed = new Promise<void>(resolve => {
    server.server.once('request', (_request, response) => response.once('close', resolve));
  });
  socket.write(whole('/more', '{}'));
  await asked;
  socket.destroy();
  await closed;
  go();
  await answered;
  expect(called).toEqual([]);
});

test('a signal is not aborted by an answer', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal>();
  const handler = async (_input: object, { signal }: HandlerContext) => {
    ask(signal);
    return successResponse(200, 'well');
  };
  const server = await start({}, [{ handler }]);
  const socket = await open(server);
  socket.write(whole('/more', '{}'));
  expect(await answers(socket, 1)).toEqual([[200, '"well"']]);
  socket.destroy();
  expect((await asked).aborted).toBe(false);
});

test('a time-out of the server’s answers, and tells the handler', async () => {
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
  const handler = async (_input: object, { signal }: HandlerContext) => {
    signal.addEventListener('abort', () => abort());
    await aborted;
    return successResponse(204);
  };
  const server = await start({ handlerTimeout: 50 }, [{ handler }]);
  const socket = await open(server);
  socket.write(head('/more', 'Content-Length: 0'));
  const [[status] = []] = await answers(socket, 1);
  expect(status).toBe(503);
  await aborted;
});
