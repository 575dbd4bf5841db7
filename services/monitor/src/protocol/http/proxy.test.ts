import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createCertificates } from '../../../fixtures/certificates.ts';
import { serveBytes, serveHttp, serveHttps } from '../../../fixtures/loopback.ts';
import { answerTo, failureOf } from '../../../fixtures/run-http.ts';
import { createEgress } from '../../egress/egress.ts';

const credentials = `Basic ${Buffer.from('me:hunter2').toString('base64')}`;
const { ca, valid } = await createCertificates();

/** Makes tunnels to ports of 127.0.0.1, whatever host is asked for, and notes who asked. */
async function serveTunnels() {
  const asked: { authority: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer().on('connect', ({ url: authority, headers }, socket) => {
    asked.push({ authority, headers });
    const target = connect(Number(authority?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    socket.on('close', () => target.destroy());
    socket.on('error', () => target.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  return {
    port,
    asked,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

describe('through a proxy, a request', () => {
  test('of plain http names its whole url, the proxy’s credentials beside it', async () => {
    await using proxy = await serveHttp(({ method, url, headers }, response) =>
      response.end(JSON.stringify({ method, url, headers })),
    );
    const { response } = await answerTo({
      url: 'http://127.0.0.9:81/a?b=c',
      proxyUrl: `http://me:hunter2@127.0.0.1:${proxy.port}`,
    });
    expect(response.data).toMatchObject({
      url: 'http://127.0.0.9:81/a?b=c',
      headers: { host: '127.0.0.9:81', 'proxy-authorization': credentials },
    });
  });

  test('prefers the author’s own Proxy-Authorization', async () => {
    await using proxy = await serveHttp(({ headers }, response) =>
      response.end(JSON.stringify(headers)),
    );
    const { response } = await answerTo({
      url: 'http://127.0.0.9',
      headers: { 'Proxy-Authorization': 'Bearer x' },
      proxyUrl: `http://me:hunter2@127.0.0.1:${proxy.port}`,
    });
    expect(response.data).toMatchObject({ 'proxy-authorization': 'Bearer x' });
  });

  test('keeps the proxy’s credentials on a redirect to another origin, and drops its own', async () => {
    await using proxy = await serveHttp(({ url, headers }, response) => {
      if (url === 'http://127.0.0.9/')
        response.writeHead(302, { Location: 'http://127.0.0.8/' }).end();
      else response.end(JSON.stringify(headers));
    });
    const { response } = await answerTo({
      url: 'http://a:b@127.0.0.9',
      proxyUrl: `http://me:hunter2@127.0.0.1:${proxy.port}`,
    });
    expect(response.data).toMatchObject({ 'proxy-authorization': credentials });
    expect(response).not.toHaveProperty('data.authorization');
  });

  test('of https goes through a tunnel the proxy cannot read', async () => {
    await using server = await serveHttps(valid, ({ url, headers }, response) =>
      response.end(JSON.stringify({ url, headers })),
    );
    await using proxy = await serveTunnels();
    const { response, measured } = await answerTo({
      url: `https://localhost:${server.port}/a`,
      tls: { ca },
      headers: { Authorization: 'Bearer x' },
      proxyUrl: `http://me:hunter2@127.0.0.1:${proxy.port}`,
    });
    const authority = `localhost:${server.port}`;
    expect(response.data).toMatchObject({ url: '/a', headers: { host: authority } });
    expect(response).not.toHaveProperty('data.headers.proxy-authorization');
    expect(measured.tls?.version).toBe('TLSv1.3');
    expect(proxy.asked).toEqual([
      { authority, headers: { host: authority, 'proxy-authorization': credentials } },
    ]);
    await server.idle();
  });

  test('is refused with 26 where the proxy makes no tunnel', async () => {
    const answer = 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n';
    await using proxy = await serveBytes(answer, 'wait');
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const { failure } = await failureOf({ url: 'https://127.0.0.9', proxyUrl });
    expect(failure).toMatchObject({
      code: 26,
      reason: 'the proxy refused the connection to 127.0.0.9: 407 Proxy Authentication Required',
      phase: 'connect',
    });
    await proxy.idle();
  });

  test('leaves a name that does not resolve here to the proxy', async () => {
    await using proxy = await serveBytes('HTTP/1.1 200 OK\r\n\r\nfar');
    const local = createEgress({ allow: [], deny: [] });
    const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const egress: typeof local = {
      resolve: (host, family) =>
        host === 'far.test' ? Promise.reject(notFound) : local.resolve(host, family),
    };
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const { response } = await answerTo({ url: 'http://far.test/', proxyUrl }, { egress });
    expect(response.body).toBe('far');
  });

  test.each([
    ['target', ['127.0.0.9']],
    ['proxy', ['127.0.0.1']],
  ])('is refused with 7 where the egress policy denies the %s', async (_what, deny) => {
    await using proxy = await serveBytes('HTTP/1.1 200 OK\r\n\r\n');
    const egress = createEgress({ allow: [], deny });
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const { failure } = await failureOf({ url: 'http://127.0.0.9/', proxyUrl }, { egress });
    expect(failure).toMatchObject({ code: 7, phase: 'resolve' });
    expect(proxy.connections()).toBe(0);
  });
});
