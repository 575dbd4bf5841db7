import { afterAll, describe, expect, test } from 'vitest';
import { calledServer, expectRefused, json, parsed, token } from '../../fixtures/called-server.ts';

const server = await calledServer();
afterAll(() => server[Symbol.asyncDispose]());

describe('who is let in', () => {
  test.each<[string, string | string[] | undefined]>([
    ['none', undefined],
    ['empty', ''],
    ['a bare scheme', 'Bearer'],
    ['an empty token', 'Bearer '],
    ['another token', 'Bearer other'],
    ['other case', 'Bearer CORRECT-HORSE'],
    ['a prefix', 'Bearer correct'],
    ['more after it', `Bearer ${token} x`],
    ['another scheme', `Basic ${token}`],
    ['a list', `Bearer other, Bearer ${token}`],
    ['a very long one', `Bearer ${'x'.repeat(10_000)}`],
  ])('%s: 401', async (_name, authorization) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await server.run(
      { argv: ['doctor'] },
      authorization === undefined ? headers : { ...headers, authorization },
    );
    expectRefused(answer, 401, 'UNAUTHORIZED');
    expect(answer.text).toContain('the bearer token is missing or wrong');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('the scheme in any case; two headers never', async () => {
    const lower = await server.run(
      { argv: ['ticket', 'read'] },
      { ...json, authorization: `bearer ${token}` },
    );
    expect(lower.status).toBe(200);
    const { port } = new URL(server.url);
    const said = await server.askRaw(
      `POST /api/run HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\nAuthorization: Bearer x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    expect(said).toMatch(/^HTTP\/1.1 400 .*BAD_REQUEST/s);
  });

  test('the token is checked before the body is read', async () => {
    const { port } = new URL(server.url);
    const said = await server.askRaw(
      `POST /api/run HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
    );
    expect(said).toMatch(/^HTTP\/1.1 401 /);
  });

  test.each([
    'evil.example.org',
    'board.example.org.evil.com',
    '127.0.0.1.evil.com',
    'localhost.evil.com',
    'localhostevil',
    '10.0.0.1',
    '0.0.0.0',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '[::]',
    'localhost:1:2',
    'user@localhost',
    'localhost/../',
  ])('Host %j: 403', async host => {
    expectRefused(await server.ask({ headers: { host } }), 403, 'FORBIDDEN');
    expectRefused(await server.run({ argv: ['doctor'] }, { ...json, host }), 403, 'FORBIDDEN');
    expect((await server.ask({ path: '/api/health', headers: { host } })).status).toBe(200);
  });

  test.each([
    'localhost',
    'LOCALHOST:3847',
    'localhost.:1',
    'tracker.localhost',
    '127.0.0.1',
    '127.8.8.8:80',
    '[::1]',
    '[::1]:3847',
    'board.example.org',
    'Board.Example.org:443',
  ])('Host %j: served', async host => {
    expect((await server.ask({ headers: { host, accept: 'text/html' } })).status).toBe(200);
  });

  const sites = { 'sec-fetch-site': 'cross-site' };
  test.each([
    { origin: 'http://evil.example.org' },
    { origin: 'null' },
    { origin: 'http://board.example.org:8080', host: 'board.example.org' },
    { origin: 'http://board.example.org.evil.com', host: 'board.example.org' },
    sites,
    { 'sec-fetch-site': 'same-site' },
  ])('a POST with %j: 403', async headers => {
    expectRefused(
      await server.run({ argv: ['doctor'] }, { ...json, ...headers }),
      403,
      'FORBIDDEN',
    );
  });

  test('a POST of the own page, also behind TLS; a link from elsewhere', async () => {
    const host = 'board.example.org';
    for (const origin of [`http://${host}`, `https://${host}`]) {
      const headers = { ...json, host, origin, 'sec-fetch-site': 'same-origin' };
      expect((await server.run({ argv: ['ticket', 'read'] }, headers)).status).toBe(200);
    }
    expect((await server.ask({ headers: { ...sites, accept: 'text/html' } })).status).toBe(200);
  });

  test('a cross-site form or text does nothing', async () => {
    const before = await server.run({ argv: ['ticket', 'read', '--limit=0'] });
    const body = JSON.stringify({ argv: ['ticket', 'create', '--title=forged'] });
    const { authorization } = json;
    for (const type of [
      'text/plain',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/vnd.api+json',
    ]) {
      const answer = await server.run(body, { 'content-type': type, authorization });
      expectRefused(answer, 415, 'NOT_JSON');
    }
    expectRefused(await server.run(body, { authorization }), 415, 'NOT_JSON');
    const after = await server.run({ argv: ['ticket', 'read', '--limit=0'] });
    expect(parsed(after)).toEqual(parsed(before));
  });
});
