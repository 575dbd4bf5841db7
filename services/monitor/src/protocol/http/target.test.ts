import { describe, expect, test } from 'vitest';
import type { HttpEntry } from './entry.ts';
import { prepare } from './target.ts';

const url = 'http://shop.test/a?b=c#d';

/** What goes over the wire, in lines. */
const linesOf = (entry: Partial<HttpEntry>) =>
  prepare({ url, ...entry })
    .first.wire.toString()
    .split('\r\n');

const refusal = (status: number) => expect.objectContaining({ code: 'PKT_PREPARE', status });

describe('the request that is sent', () => {
  test('has the defaults of a GET', () => {
    const [first, host, agent, ...others] = linesOf({});
    expect([first, host]).toEqual(['GET /a?b=c HTTP/1.1', 'Host: shop.test']);
    expect(agent).toMatch(/^User-Agent: picket\/\d+\.\d+\.\d+$/);
    expect(others).toEqual([
      'Accept: */*',
      'Accept-Encoding: gzip, deflate, br',
      'Connection: close',
      '',
      '',
    ]);
  });

  test('keeps the author’s own headers, Host among them', () => {
    const lines = linesOf({ headers: { host: 'other.test', 'USER-agent': 'me', accept: ' a ' } });
    expect(lines.slice(1, 4)).toEqual(['host: other.test', 'USER-agent: me', 'accept: a']);
    expect(lines.filter(line => /^(host|user-agent|accept):/i.test(line))).toHaveLength(3);
  });

  test('names a port that is not the scheme’s own', () => {
    expect(linesOf({ url: 'http://shop.test:81' })).toContain('Host: shop.test:81');
    expect(linesOf({ url: 'http://[::1]:80/' })).toContain('Host: [::1]');
  });

  test.each([
    ['http://shop.test', '/'],
    ['http://user:pass@shop.test:81?', '/?'],
    ['http://shop.test/p?#d', '/p?'],
    ['http://[::1]/a b?c=d e', '/a%20b?c=d%20e'],
  ])('asks %s for %s', (url, path) => {
    expect(linesOf({ url })[0]).toBe(`GET ${path} HTTP/1.1`);
  });

  test('writes the method in capitals', () => {
    expect(linesOf({ method: 'options' })[0]).toBe('OPTIONS /a?b=c HTTP/1.1');
  });

  test.each(['POST', 'PUT', 'PATCH'])('says that a %s has no body', method => {
    expect(linesOf({ method })).toContain('Content-Length: 0');
  });

  test('says nothing of the body a GET or DELETE does not have', () => {
    expect(linesOf({ method: 'DELETE' }).join()).not.toContain('Content-Length');
  });

  test('has an object as JSON, whatever length the author claims', () => {
    const lines = linesOf({ method: 'POST', body: { a: 'é' }, headers: { 'Content-Length': '1' } });
    expect(lines.slice(-3)).toEqual(['Content-Length: 10', '', '{"a":"é"}']);
    expect(lines).toContain('Content-Type: application/json');
    expect(lines).not.toContain('Content-Length: 1');
  });

  test('has an object as JSON under another type the author sets', () => {
    const headers = { 'content-type': 'application/vnd.api+json' };
    const lines = linesOf({ method: 'POST', body: [1], headers });
    expect(lines.at(-1)).toBe('[1]');
    expect(lines.join()).not.toContain('application/json');
  });

  test('has an object as a form under that Content-Type', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    expect(linesOf({ method: 'POST', body: { a: 'b c' }, headers }).at(-1)).toBe('a=b+c');
  });

  test('has a string as it is under any Content-Type', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(linesOf({ method: 'POST', body: '{ "a" }', headers }).at(-1)).toBe('{ "a" }');
    expect(linesOf({ method: 'POST', body: 'x' }).join()).not.toContain('Content-Type');
  });

  test('turns the url’s user and password into Basic credentials, and forgets them', () => {
    const target = prepare({ url: 'http://us%20er:p%40ss%@shop.test/' });
    const credentials = Buffer.from('us er:p%40ss%').toString('base64');
    expect(target.first.wire.toString()).toContain(`Authorization: Basic ${credentials}`);
    expect(target.config.url).toBe('http://shop.test/');
  });

  test('prefers an Authorization header to the url’s user and password', () => {
    const lines = linesOf({ url: 'http://a:b@shop.test/', headers: { authorization: 'Bearer x' } });
    expect(lines.filter(line => /^authorization/i.test(line))).toEqual(['authorization: Bearer x']);
  });

  test('is told of as it is sent', () => {
    const { config } = prepare({ url, method: 'post', body: { a: 1 } });
    expect(config).toMatchObject({ url: 'http://shop.test/a?b=c', method: 'POST', data: { a: 1 } });
    expect(config.headers).toMatchObject({ 'Content-Type': 'application/json', Accept: '*/*' });
  });
});

describe('a request that cannot be sent', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;

  test.each<[number, string, Partial<HttpEntry>]>([
    [4, 'a line end in a value', { headers: { a: 'x\r\nb: y' } }],
    [4, 'a line end at the end of a value', { headers: { a: 'x\n' } }],
    [4, 'a zero byte in a value', { headers: { a: 'x\0' } }],
    [4, 'letters beyond Latin-1 in a value', { headers: { a: '✓' } }],
    [4, 'a blank in a name', { headers: { 'a b': 'x' } }],
    [4, 'a line end in the method', { method: 'GET\r\n' }],
    [4, 'a CA that is no PEM', { tls: { ca: '-----BEGIN CERTIFICATE-----\nx' } }],
    [4, 'a client certificate without its key', { tls: { cert: 'x' } }],
    [13, 'another scheme', { url: 'ftp://a:secret@shop.test' }],
    [13, 'a proxy of another scheme', { proxyUrl: 'socks5://a:secret@proxy.test' }],
    [14, 'a url that cannot be parsed', { url: 'http://a:secret@shop test' }],
    [14, 'a proxy url that cannot be parsed', { proxyUrl: 'http://a:secret@' }],
    [20, 'a header given twice', { headers: { a: '1', A: '2' } }],
    [20, 'a transfer encoding', { headers: { 'Transfer-Encoding': 'chunked' } }],
    [20, 'a body on TRACE', { method: 'TRACE', body: 'x' }],
    [20, 'CONNECT', { method: 'CONNECT', body: 'x' }],
    [20, 'a body that is no JSON', { method: 'POST', body: circle }],
  ])('is refused with %i for %s', (status, _what, entry) => {
    expect(() => prepare({ url, ...entry })).toThrow(refusal(status));
    expect(() => prepare({ url, ...entry })).not.toThrow(/secret/);
  });
});

test('the same certificates are loaded once for all targets', () => {
  const { secureContext } = prepare({ url }).trust;
  expect(prepare({ url: 'https://other.test' }).trust.secureContext).toBe(secureContext);
});
