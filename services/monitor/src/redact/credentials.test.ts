import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { credentialsOf, withoutCredentials } from './credentials.ts';

const basic = Buffer.from('user:pa:ss').toString('base64');

describe('the credentials of headers', () => {
  test.each<[Record<string, string>, string[]]>([
    [{ Authorization: 'Bearer t0k3n' }, ['Bearer t0k3n', 't0k3n']],
    [{ authorization: 't0k3n' }, ['t0k3n']],
    [{ AUTHORIZATION: `Basic ${basic}` }, [`Basic ${basic}`, basic, 'pa:ss']],
    [{ authorization: 'Basic ????' }, ['Basic ????', '????']],
    [{ 'Proxy-Authorization': `basic  ${basic}` }, [`basic  ${basic}`, basic, 'pa:ss']],
    [{ Cookie: 'sid=abc==; theme="dark"; empty=' }, ['abc==', 'dark']],
    [
      { 'set-cookie': 'sid=abc; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, b=xyz' },
      ['abc', 'xyz'],
    ],
    [{ 'X-API-Key': 'k1' }, ['k1']],
    [{ 'private-token': 'k2', 'x-auth-token': 'k3' }, ['k2', 'k3']],
    [{ 'X-Webhook-Secret': 'k4', 'Ocp-Apim-Subscription-Key': 'k5' }, ['k4', 'k5']],
    [{ 'X-Session-Type': 'test', 'X-Author': 'Ann', 'Idempotency-Key': '1' }, []],
    [{ Accept: 'application/json', 'X-Request-Id': '1' }, []],
    [{ Authorization: '' }, []],
  ])('%j', (headers, secrets) => {
    expect(credentialsOf({ headers })).toEqual(secrets);
  });
});

describe('the credentials of addresses and fields', () => {
  test.each<[object, string[]]>([
    [{ url: 'https://user:pass@host/' }, ['pass']],
    [{ url: 'https://t0k3n@host/' }, ['t0k3n']],
    [{ uri: 'redis://default@host' }, []],
    [{ uri: 'redis://:p%40ss@host:6379/0' }, ['p%40ss', 'p@ss']],
    [{ uri: 'redis://:p/ss@host:6379/0' }, ['p/ss']],
    [{ uri: 'postgres://u:pa#s?s@host/db' }, ['pa#s?s']],
    [{ uri: 'mongodb://u:pass@a:1,b:2/db' }, ['pass']],
    [{ uri: 'mongodb://u:pass@a:1,b:2/db?note=a@b' }, ['pass']],
    [{ uri: 'mongodb://a:1,b:2/db?note=a@b' }, []],
    [{ uri: 'redis://u@x:p/ss@host' }, ['p/ss']],
    [{ uri: 'mysql://u:100%@host' }, ['100%']],
    [{ proxyUrl: 'http://u:proxy@host' }, ['proxy']],
    [{ url: 'https://h/?api_key=k%201&page=2&access-token=t#top' }, ['k%201', 'k 1', 't']],
    [{ url: 'https://h/#access_token=t' }, ['t']],
    [{ url: 'https://host/users/@me?at=a@b:80' }, []],
    [{ url: 'https://host:8080/a:b@c' }, []],
    [{ host: 'h', user: 'u', password: 'pass' }, ['pass']],
    [{ tls: { cert: 'public', key: 'private' } }, ['private']],
    [{ url: 'http://host', password: '' }, []],
    [{}, []],
  ])('%j', (entry, secrets) => {
    expect(credentialsOf(entry)).toEqual(secrets);
  });
});

describe('an address without credentials', () => {
  test.each([
    ['https://host/path?x=1', 'https://host/path?x=1'],
    ['https://user:pass@host/', 'https://host/'],
    ['https://us@er:pa@ss@host/', 'https://host/'],
    ['user:pass@host', 'host'],
    ['redis://:p/ss@host:6379/0', 'redis://host:6379/0'],
    ['mongodb://u:p@a:1,b:2/db', 'mongodb://a:1,b:2/db'],
    ['https://[::1]:80/a@b', 'https://[::1]:80/a@b'],
    ['https://host/users/@me', 'https://host/users/@me'],
    ['https://{{ env.U }}:p@host/', 'https://host/'],
    ['https://{{ env.U }}:{{ env.P }}@{{ env.HOST }}/', 'https://{{ env.HOST }}/'],
    ["https://u:{{ responses.[0].data['a/b@c'] }}@host/x", 'https://host/x'],
    [
      "https://host/{{ responses.[0].data['a@b?c'] }}",
      "https://host/{{ responses.[0].data['a@b?c'] }}",
    ],
    ['{{ env.BASE }}/users/@me', '{{ env.BASE }}/users/@me'],
    ['{{ env.SCHEME }}://u:p@host', '{{ env.SCHEME }}://host'],
    ['https://host:{{ env.PORT }}/@me', 'https://host:{{ env.PORT }}/@me'],
    ['https://{{ env.U :p@host/', 'https://host/'],
    ['https://h/?token=abc&page=2', 'https://h/?token=[redacted]&page=2'],
    [
      'https://h/?a=1&Api-Key={{ env.K }}&sig=x#top',
      'https://h/?a=1&Api-Key=[redacted]&sig=[redacted]#top',
    ],
    ['not a url', 'not a url'],
    ['', ''],
  ])('%j is %j', (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown);
  });

  test('never holds the password, wherever the URL has it from, and never throws', () => {
    const unreserved = fc.string({ unit: fc.constantFrom(...'abc/?#:@%{}\\.-'), maxLength: 12 });
    fc.assert(
      fc.property(unreserved, unreserved, (user, rest) => {
        const url = `https://${encodeURIComponent(user)}:PASSWORD@host/${rest}`;
        expect(withoutCredentials(url)).not.toContain('PASSWORD');
        expect(credentialsOf({ url }).some(secret => secret.startsWith('PASSWORD'))).toBe(true);
        withoutCredentials(rest);
      }),
    );
  });
});
