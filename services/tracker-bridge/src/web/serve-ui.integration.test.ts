import { afterAll, describe, expect, test } from 'vitest';
import { calledServer, expectRefused, parsed } from '../../fixtures/called-server.ts';

const server = await calledServer();
afterAll(() => server[Symbol.asyncDispose]());

describe('the UI', () => {
  test('its page for every address of it, never kept; its assets for ever, compressed', async () => {
    const page = await server.ask({
      path: '/tickets/12?a=b',
      headers: { accept: 'text/html,*/*' },
    });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const asset = { path: '/assets/app-DEADBEEF.js' };
    const compressed = await server.ask({ ...asset, headers: { 'accept-encoding': 'br' } });
    expect(compressed).toMatchObject({ status: 200, text: 'brotli' });
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await server.ask(asset)).toMatchObject({ status: 200, text: 'plain' });
  });

  test('what is missing is missing', async () => {
    expectRefused(await server.ask({ path: '/assets/gone.js' }), 404, 'NOT_FOUND');
    const accept = { accept: 'text/html' };
    expectRefused(await server.ask({ path: '/api/none', headers: accept }), 404, 'NOT_FOUND');
  });

  test.each([
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/assets/..%5c..%5c..%5cetc/passwd',
    '//etc/passwd',
    '/%00',
    '/%',
    'http://evil.example.org/../etc/passwd',
    '/.git/config',
  ])('%s leads nowhere', async path => {
    const answer = await server.ask({ path });
    expect([400, 403, 404]).toContain(answer.status);
    expect(parsed(answer)).toMatchObject({ ok: false });
    expect(answer.text).not.toContain('root:');
  });

  test('a path longer than any, but not a query', async () => {
    expectRefused(await server.ask({ path: `/api/${'x'.repeat(250)}` }), 414, 'PATH_TOO_LONG');
    const path = `/${'x'.repeat(249)}?${'y'.repeat(5_000)}`;
    expect((await server.ask({ path, headers: { accept: 'text/html' } })).status).toBe(200);
  });

  test.each([
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/tickets', 'GET, HEAD'],
    ['GET', '/api/run', 'POST'],
    ['OPTIONS', '/api/run', 'POST'],
    ['TRACE', '/api/run', 'POST'],
    ['PUT', '/api/run', 'POST'],
    ['POST', '/api/health', 'GET, HEAD'],
  ])('%s %s: 405', async (method, path, allow) => {
    const answer = await server.ask({ method, path });
    expectRefused(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.allow).toBe(allow);
  });

  test('health needs nothing', async () => {
    const answer = await server.ask({ path: '/api/health' });
    expect(parsed(answer)).toEqual({
      ok: true,
      repoPath: server.repository.path,
      tempDirParent: expect.stringContaining('tracker-web-'),
    });
    expect(await server.ask({ method: 'HEAD', path: '/api/health' })).toMatchObject({
      status: 200,
      text: '',
    });
  });
});
