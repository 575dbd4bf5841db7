import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BodyTooLarge } from '../body-too-large.ts';
import { readNodeStream } from './read-node-stream.ts';

let server: Server;
let port: number;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise(closed => server.close(closed));
});

test('reads all of a stream, in whatever chunks it comes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1 })), async chunks => {
      const whole = await readNodeStream(Readable.from(chunks), 10_000);
      expect(Buffer.from(whole)).toEqual(Buffer.concat(chunks));
    }),
  );
});

test('reads the body of a request, and the next one on the same connection', async () => {
  server.on('request', async (incoming, answer) => {
    answer.end(Buffer.from(await readNodeStream(incoming, 100)));
  });
  const url = `http://127.0.0.1:${port}`;
  for (const body of ['one', '', 'three']) {
    const response = await fetch(url, { method: 'POST', body });
    expect(await response.text()).toBe(body);
  }
});

test('past the limit the client still hears the answer, and its connection serves again', async () => {
  server.on('request', async (incoming, answer) => {
    const outcome = await readNodeStream(incoming, 100).catch((error: unknown) => error);
    answer.end(outcome instanceof BodyTooLarge ? 'too large' : 'read');
  });
  const url = `http://127.0.0.1:${port}`;
  const large = await fetch(url, { method: 'POST', body: new Uint8Array(10_000_000) });
  expect(await large.text()).toBe('too large');
  expect(await (await fetch(url, { method: 'POST', body: 'small' })).text()).toBe('read');
});

test('a client that goes away in the middle of its body rejects', async () => {
  const arrived = once(server, 'request');
  const client = request({ port, method: 'POST', headers: { 'content-length': 100 } });
  client.on('error', () => undefined);
  client.write('half');
  const [incoming]: IncomingMessage[] = await arrived;
  if (incoming === undefined) throw new Error('no request');
  const reading = readNodeStream(incoming, 1000);
  client.destroy();
  await expect(reading).rejects.toThrow('aborted');
});

test('a client that went away before its body was asked for rejects too', async () => {
  const arrived = once(server, 'request');
  const client = connect(port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
  const [incoming]: IncomingMessage[] = await arrived;
  if (incoming === undefined) throw new Error('no request');
  const gone = new Promise(closed => incoming.on('close', closed));
  client.destroy();
  await gone;
  await expect(readNodeStream(incoming, 1000)).rejects.toThrow('over before it was read');
});

test('a stream that somebody else has read rejects', async () => {
  const stream = Readable.from([Buffer.from('a')]);
  await stream.toArray();
  await expect(readNodeStream(stream, 10)).rejects.toThrow('over before it was read');
});

test('a stream that is destroyed without an error rejects', async () => {
  const stream = new Readable({ read: () => undefined });
  const reading = readNodeStream(stream, 10);
  stream.destroy();
  await expect(reading).rejects.toThrow('broke off');
});
