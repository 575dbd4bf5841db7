import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { serveBytes, serveHttp, serveTcp } from '../../fixtures/loopback.ts';
import { runContext } from '../../fixtures/run-context.ts';
import { answerTo, failureOf } from '../../fixtures/run-http.ts';
import { createEgress } from '../egress/egress.ts';
import { http } from './http.ts';

const at = (port: number, path = '/') => `http://127.0.0.1:${port}${path}`;

describe('an answer', () => {
  test('has status, headers, JSON body, size and measurements', async () => {
    await using server = await serveHttp((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Last-Modified', 'Thu, 01 Jan 1970 00:00:10 GMT');
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.statusCode = 201;
      response.end('{"ok":true}');
    });
    const { response, measured } = await answerTo({ url: at(server.port) }, { now: () => 1234 });
    expect(response).toMatchObject({
      status: 201,
      statusText: 'Created',
      size: 11,
      body: { ok: true },
      data: { ok: true },
      headers: { 'content-type': 'application/json', 'set-cookie': 'a=1, b=2' },
      config: { url: at(server.port), method: 'GET' },
    });
    expect(measured).toMatchObject({
      startedAt: 1234,
      ipFamily: 4,
      http: { version: '1.1', redirects: 0, contentLength: 11, bodyLength: 11, lastModified: 10 },
    });
    const { phases } = measured;
    expect(Object.keys(phases)).toEqual(['resolve', 'connect', 'processing', 'transfer']);
    const sum = Object.values(phases).reduce((total, phase) => total + phase, 0);
    expect(sum).toBeCloseTo(response.time, 6);
  });

  test('of any status is an answer', async () => {
    await using server = await serveBytes('HTTP/1.1 503 \r\nContent-Length: 4\r\n\r\ndown');
    const { response } = await answerTo({ url: at(server.port) });
    expect(response).toMatchObject({
      status: 503,
      statusText: 'Service Unavailable',
      body: 'down',
    });
  });

  test('has the one and same body however often it is read', async () => {
    await using server = await serveBytes('HTTP/1.1 200 OK\r\n\r\n{"a":[1]}');
    const { response, measured } = await answerTo({ url: at(server.port) });
    expect(response.body).toBe(response.data);
    expect(measured.http?.contentLength).toBe(-1);
  });

  test('to a HEAD request with a Content-Length that is no number has none', async () => {
    await using server = await serveBytes('HTTP/1.1 200 OK\r\nContent-Length: much\r\n\r\n');
    const { measured } = await answerTo({ url: `http://127.0.0.1:${server.port}`, method: 'HEAD' });
    expect(measured.http?.contentLength).toBe(-1);
  });

  test('is unpacked', async () => {
    const packed = gzipSync('hello');
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    await using server = await serveBytes(Buffer.concat([Buffer.from(head), packed]));
    const { response, measured } = await answerTo({ url: at(server.port) });
    expect(response).toMatchObject({ body: 'hello', size: 5 });
    expect(measured.http).toMatchObject({ contentLength: packed.length, bodyLength: 5 });
  });

  test('to HEAD has no body, packed or not', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99\r\n\r\n';
    await using server = await serveBytes(head, 'wait');
    const { response } = await answerTo({ url: at(server.port), method: 'HEAD' });
    expect(response).toMatchObject({ status: 200, size: 0, body: '' });
  });

  test('ends the connection, whatever the server would like', async () => {
    const keepAlive = 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok';
    await using server = await serveBytes(keepAlive, 'wait');
    await answerTo({ url: at(server.port) });
    await server.idle();
    await answerTo({ url: at(server.port) });
    expect(server.connections()).toBe(2);
  });

  test('to an upgrade that was asked for is its 101', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n';
    await using server = await serveBytes(answer, 'wait');
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket' };
    expect((await answerTo({ url: at(server.port), headers })).response.status).toBe(101);
  });
});

describe('a request', () => {
  test('arrives whole', async () => {
    await using server = await serveHttp(async (request, response) => {
      const body = await text(request);
      response.end(JSON.stringify({ ...seen(request), body }));
    });
    const large = 'é'.repeat(300_000);
    const { response } = await answerTo({
      url: at(server.port, '/a?b=c'),
      method: 'PUT',
      headers: { 'X-One': 'ü' },
      body: { large },
    });
    expect(response.data).toMatchObject({
      method: 'PUT',
      url: '/a?b=c',
      headers: { 'x-one': 'ü', 'content-type': 'application/json' },
      body: JSON.stringify({ large }),
    });
  });

  test('goes to the next address where the first does not take it', async () => {
    await using server = await serveBytes('HTTP/1.1 200 OK\r\n\r\nok');
    const addresses = [
      { address: '127.0.0.2', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const egress = { resolve: async () => addresses };
    const { response } = await answerTo({ url: `http://shop.test:${server.port}` }, { egress });
    expect(response.body).toBe('ok');
  });

  test('asks the egress policy for its family', async () => {
    const egress = createEgress({ allow: [], deny: [] });
    const { failure } = await failureOf({ url: 'http://[::1]:1', ipFamily: 'ipv4' }, { egress });
    expect(failure).toMatchObject({ code: 0, phase: 'resolve' });
  });
});

describe('a failure', () => {
  test('says code, reason and phase, in status and text too', async () => {
    const { port } = await closedPort();
    const { response, failure, measured } = await failureOf({ url: at(port) });
    const reason = `connect ECONNREFUSED 127.0.0.1:${port}`;
    expect(failure).toMatchObject({ code: 2, reason, phase: 'connect' });
    expect(response).toMatchObject({ status: 2, statusText: reason });
    expect(Object.keys(measured.phases)).toEqual(['resolve', 'connect']);
    expect(response).not.toHaveProperty('body');
  });

  test('never tells a password', async () => {
    const { port } = await closedPort();
    const result = await failureOf({
      url: `http://user:hunter2@127.0.0.1:${port}/`,
      headers: { 'X-Other': 'hunter2' },
    });
    expect(JSON.stringify([result.failure, result.response.statusText])).not.toContain('hunter2');
    expect(result.response.config.url).not.toContain('hunter2');
  });

  test.each([
    ['silence', '', 'processing'],
    ['slow headers', 'HTTP/1.1 200 OK\r\nA: ', 'transfer'],
    ['a slow body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na', 'transfer'],
  ])('by time-out ends %s, and the connection', async (_what, start, phase) => {
    await using server = await serveTcp(socket => socket.write(start));
    const { failure } = await failureOf({ url: at(server.port) }, { timeout: 150 });
    expect(failure).toMatchObject({ code: 6, phase });
    await server.idle();
  });

  test('by time-out ends an answer that never stops', async () => {
    await using server = await serveTcp(socket => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const drip = setInterval(() => socket.write('1\r\na\r\n'), 5);
      socket.once('close', () => clearInterval(drip));
    });
    const { failure } = await failureOf({ url: at(server.port) }, { timeout: 150 });
    expect(failure).toMatchObject({ code: 6, phase: 'transfer' });
    await server.idle();
  });

  test('by cancelation ends the connection', async () => {
    const canceling = new AbortController();
    await using server = await serveTcp(() => canceling.abort());
    const { signal } = canceling;
    expect((await failureOf({ url: at(server.port) }, { signal })).failure.code).toBe(12);
    await server.idle();
  });

  test('comes at once where the run is already canceled, with nothing sent', async () => {
    await using server = await serveBytes('HTTP/1.1 200 OK\r\n\r\n');
    const { failure } = await failureOf({ url: at(server.port) }, { signal: AbortSignal.abort() });
    expect(failure.code).toBe(12);
    expect(server.connections()).toBe(0);
  });
});

test('runs of one target at the same time do not mix', async () => {
  await using server = await serveHttp((_request, response) => response.end('same'));
  const target = http.prepare({ url: at(server.port) });
  const context = runContext();
  const results = await Promise.all(Array.from({ length: 50 }, () => http.run(target, context)));
  expect(results.map(({ response }) => response.body)).toEqual(Array(50).fill('same'));
});

test.each([
  ['http://shop.test/a?b={{ uuid }}', 'http://shop.test/a?b={{ uuid }}'],
  ['https://user:pa@ss@shop.test/@x', 'https://shop.test/@x'],
  ['https://{{ env.A }}:{{ env.B }}@{{ env.HOST }}/x', 'https://{{ env.HOST }}/x'],
  ['{{ env.URL }}/x', '{{ env.URL }}/x'],
  ['https://shop.test/a?token=hunter2&page=1', 'https://shop.test/a?token=[redacted]&page=1'],
])('%s is labelled %s', (url, label) => {
  expect(http.instance({ url })).toBe(label);
});

const seen = ({ method, url, headers }: IncomingMessage) => ({ method, url, headers });

/** A port that was free a moment ago. */
async function closedPort(): Promise<{ port: number }> {
  await using server = await serveTcp(() => {});
  return { port: server.port };
}
