import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type Loopback, serveHttp } from '../../../fixtures/loopback.ts';
import { answerTo, failureOf } from '../../../fixtures/run-http.ts';
import { createEgress } from '../../egress/egress.ts';
import type { HttpEntry } from './entry.ts';

/** Redirects `/STATUS?to=LOCATION` there; anything else is answered with what was asked. */
const serveRedirects = (): Promise<Loopback> =>
  serveHttp(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://base.test');
    const location = searchParams.get('to');
    if (location !== null) {
      response.writeHead(Number(pathname.slice(1)), { Location: location }).end('moved');
      return;
    }
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: await text(request) }));
  });

const from = (server: Loopback, status: number, to: string) =>
  `http://127.0.0.1:${server.port}/${status}?to=${encodeURIComponent(to)}`;

describe('a redirect', () => {
  test.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [302, 'PATCH', 'PATCH'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('by %i turns %s into %s', async (status, method, then) => {
    await using server = await serveRedirects();
    const body = method === 'HEAD' ? {} : { body: { a: 1 } };
    const entry: HttpEntry = { url: from(server, status, '/end'), method, ...body };
    const { response, measured } = await answerTo(entry);
    expect(measured.http?.redirects).toBe(1);
    expect(server.connections()).toBe(2);
    expect(response.config.method).toBe(method);
    if (then === 'HEAD') return;
    const kept = then !== 'GET';
    expect(response.data).toMatchObject({ method: then, body: kept ? '{"a":1}' : '' });
    expect(JSON.stringify(response.data).includes('"content-type"')).toBe(kept);
  });

  test.each([
    ['/x?y', '/x?y'],
    ['x', '/x'],
    ['//127.0.0.1:PORT/x', '/x'],
    ['?z', '/302?z'],
    ['/\u00fc', '/%C3%BC'],
    ['/x#part', '/x'],
  ])('to %s is taken relative to where it came from', async (to, url) => {
    await using server = await serveRedirects();
    const location = Buffer.from(to.replace('PORT', String(server.port))).toString('latin1');
    const { response } = await answerTo({ url: from(server, 302, location) });
    expect(response.data).toMatchObject({ url });
  });

  const headers = {
    Authorization: 'Bearer hunter2',
    Cookie: 'a=1',
    'X-Api-Key': 'hunter2',
    'X-Auth-Token': 'hunter2',
    'Ocp-Apim-Subscription-Key': 'hunter2',
    'X-Trace': '1',
    Host: 'shop.test',
  };

  test('to another origin leaves credentials and Host behind, for good', async () => {
    await using other = await serveRedirects();
    await using server = await serveRedirects();
    const back = from(other, 307, `http://127.0.0.1:${server.port}/end`);
    const { response } = await answerTo({ url: from(server, 302, back), headers });
    expect(response).toMatchObject({ data: { headers: { 'x-trace': '1' } } });
    expect(response).toHaveProperty('data.headers.host', `127.0.0.1:${server.port}`);
    expect(JSON.stringify(response.data)).not.toMatch(/hunter2|a=1/);
  });

  test('to another origin leaves the url’s user and password behind', async () => {
    await using other = await serveRedirects();
    await using server = await serveRedirects();
    const to = `http://127.0.0.1:${other.port}/end`;
    const url = from(server, 302, to).replace('//', '//user:hunter2@');
    const { response } = await answerTo({ url });
    expect(response).not.toHaveProperty('data.headers.authorization');
  });

  test('to the same origin keeps them', async () => {
    await using server = await serveRedirects();
    const { response } = await answerTo({ url: from(server, 302, '/end'), headers });
    expect(response).toMatchObject({
      data: {
        headers: { authorization: 'Bearer hunter2', cookie: 'a=1', host: 'shop.test' },
      },
    });
  });

  test('is the answer itself where none is to be followed, or it leads nowhere', async () => {
    await using server = await serveRedirects();
    const unfollowed = await answerTo({ url: from(server, 302, '/end'), followRedirects: 0 });
    expect(unfollowed.response).toMatchObject({ status: 302, body: 'moved' });
    await using nowhere = await serveHttp((_request, response) => response.writeHead(302).end());
    const { response } = await answerTo({ url: `http://127.0.0.1:${nowhere.port}` });
    expect(response.status).toBe(302);
  });

  test('is followed as often as it may be, and no more', async () => {
    await using server = await serveRedirects();
    const twice = from(server, 302, from(server, 302, '/end'));
    const { measured } = await answerTo({ url: twice, followRedirects: 2 });
    expect(measured.http?.redirects).toBe(2);
    const { failure } = await failureOf({ url: twice, followRedirects: 1 });
    expect(failure).toMatchObject({ code: 3, reason: 'more than 1 redirects' });
  });

  test.each([
    [13, 'ftp://user:hunter2@shop.test/'],
    [13, 'file:///etc/passwd'],
    [14, 'http://user:hunter2@shop test/'],
  ])('is refused with %i to %s', async (code, to) => {
    await using server = await serveRedirects();
    const { failure } = await failureOf({ url: from(server, 302, to) });
    expect(failure.code).toBe(code);
    expect(failure.reason).not.toContain('hunter2');
  });

  test('is refused with 7 to an address the egress policy denies', async () => {
    await using server = await serveRedirects();
    const egress = createEgress({ allow: [], deny: ['169.254.0.0/16'] });
    const url = from(server, 302, 'http://169.254.169.254/latest');
    const { failure } = await failureOf({ url }, { egress });
    expect(failure).toMatchObject({ code: 7, phase: 'resolve' });
    expect(failure.reason).toContain('169.254.169.254');
  });
});
