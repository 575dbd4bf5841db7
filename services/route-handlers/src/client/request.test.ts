import fc from 'fast-check';
import querystring from 'fast-querystring';
import { describe, expect, it } from 'vitest';
import { RouteHandlerError } from '../errors.ts';
import { buildRequest, type CallParts } from './request.ts';

const get = { method: 'GET', path: '/posts/[postId]' } as const;
const list = { method: 'GET', path: '/posts' } as const;
const put = { method: 'PUT', path: '/posts' } as const;

const refusal = (parts: CallParts, baseUrl?: string): unknown => {
  try {
    return buildRequest(put, parts, baseUrl);
  } catch (error) {
    return error;
  }
};

describe('buildRequest', () => {
  it('sends cookies, JSON and its content type', () => {
    const { url, init } = buildRequest(put, { body: { title: 'é' } });
    expect(url).toBe('/posts');
    expect(init).toMatchObject({ method: 'PUT', credentials: 'include', body: '{"title":"é"}' });
    expect([...new Headers(init.headers)]).toEqual([['content-type', 'application/json']]);
  });

  it.each(['GET', 'HEAD'] as const)('sends no body with %s, but the content type', method => {
    const { init } = buildRequest({ method, path: '/' }, { body: { title: 1n } });
    expect(init).not.toHaveProperty('body');
    expect(new Headers(init.headers).get('content-type')).toBe('application/json');
  });

  it.each(['DELETE', 'OPTIONS', 'POST', 'PATCH'] as const)('sends a body with %s', method => {
    expect(buildRequest({ method, path: '/' }, { body: [] }).init.body).toBe('[]');
    expect(buildRequest({ method, path: '/' }, {}).init).not.toHaveProperty('body');
  });

  it.each([
    [undefined, '/posts/a%2Fb'],
    ['', '/posts/a%2Fb'],
    ['/', '/posts/a%2Fb'],
    ['/base/', '/base/posts/a%2Fb'],
    ['https://example.com', 'https://example.com/posts/a%2Fb'],
    ['https://example.com:8443/api/', 'https://example.com:8443/api/posts/a%2Fb'],
  ])('puts the path behind baseUrl %o', (baseUrl, url) => {
    expect(buildRequest(get, { params: { postId: 'a/b' } }, baseUrl).url).toBe(url);
  });

  it.each(['example.com', 'ftp://example.com', 'https://', 'https:///x', '/x?y', '/x#y', ' /x'])(
    'refuses baseUrl %o',
    baseUrl => expect(refusal({}, baseUrl)).toMatchObject({ code: 'RH_CALL' }),
  );

  it('repeats the name for an array and leaves out undefined', () => {
    const searchParams = {
      tag: ['a', undefined, 'b&c'],
      none: [],
      nothing: undefined,
      since: new Date(0),
      page: 2,
      big: 9_007_199_254_740_993n,
      deep: false,
    };
    expect(buildRequest(list, { searchParams }).url).toBe(
      '/posts?tag=a&tag=b%26c&since=1970-01-01T00%3A00%3A00.000Z&page=2&big=9007199254740993&deep=false',
    );
  });

  it('sends headers, but never another content type', () => {
    const headers = {
      'x-a': 'b',
      'x-n': 1,
      'x-many': ['c', 'd'],
      'x-no': undefined,
      'content-type': 'text/plain',
    };
    expect([...new Headers(buildRequest(list, { headers }).init.headers)]).toEqual([
      ['content-type', 'application/json'],
      ['x-a', 'b'],
      ['x-many', 'c, d'],
      ['x-n', '1'],
    ]);
  });

  it('tells all that cannot be sent at once', () => {
    const parts = {
      searchParams: { q: null, tag: ['a', {}], day: new Date(Number.NaN), text: '\uD800' },
      headers: { 'x-n': Number.POSITIVE_INFINITY },
      body: 1n,
    };
    const kinds = 'string, finite number, boolean, bigint or valid Date';
    const error = refusal(parts, '?');
    expect(error).toBeInstanceOf(RouteHandlerError);
    expect(error).toMatchObject({ code: 'RH_CALL' });
    expect(String(error)).toContain('PUT /posts: baseUrl must start with');
    for (const place of [
      'searchParams/q',
      'searchParams/tag/1',
      'searchParams/day',
      'headers/x-n',
    ]) {
      expect(String(error)).toContain(`${place} must be ${kinds}`);
    }
    expect(String(error)).toContain('searchParams/text must be well-formed text');
    expect(String(error)).toContain('body must be JSON: ');
  });

  it('tells of headers that HTTP can not carry, without what they hold', () => {
    const headers = {
      'x-euro': 'secret €',
      'x-line': 'secret\nx: y',
      'x name': 'a',
      'x-fine': 'é',
    };
    const error = refusal({ headers });
    expect(error).toMatchObject({ code: 'RH_CALL' });
    const told = String(error).match(/headers\/[^,]+?(?= must)/g);
    expect(told).toEqual(['headers/x-euro', 'headers/x-line', 'headers/x name']);
    expect(String(error)).not.toContain('secret');
  });

  it('refuses params that give no path', () => {
    expect(() => buildRequest(get, { params: { postId: '..' } })).toThrow(
      expect.objectContaining({ code: 'RH_PATH' }),
    );
  });

  it('is read back by a server as it was given, whatever the query', () => {
    const name = fc.string({ minLength: 1 }).filter(text => text !== '__proto__');
    const value = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2 }));
    fc.assert(
      fc.property(fc.dictionary(name, value), searchParams => {
        const { url } = buildRequest(list, { searchParams });
        const read = querystring.parse(url.slice('/posts?'.length));
        expect({ ...read }).toEqual({ ...searchParams });
      }),
    );
  });
});
