import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ping } from './ping.ts';

describe('the host to ping', () => {
  test.each([
    ['shop', 'shop'],
    ['shop.example.com', 'shop.example.com'],
    ['shop.example.com:8080', 'shop.example.com'],
    ['https://user:secret@shop.example.com:8080/path?q#f', 'shop.example.com'],
    ['redis://shop:6379/0', 'shop'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['http://[::1]:80/', '[::1]'],
  ])('of %j is %j', (uri, host) => {
    expect(ping.prepare({ uri })).toEqual({ host, ipFamily: 'any' });
  });

  test.each(['', 'two words', 'file:///etc/hosts', 'http://', 'shop:port'])(
    'cannot be found in %j',
    uri => {
      expect(() => ping.prepare({ uri })).toThrow(expect.objectContaining({ status: 14 }));
    },
  );

  test('is found or refused in any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), uri => {
        try {
          expect(ping.prepare({ uri }).host).not.toBe('');
        } catch (error) {
          expect(error).toMatchObject({ status: 14 });
        }
      }),
    );
  });
});

test.each([
  ['shop', 'shop'],
  ['http://{{ env.USER }}:{{ env.PASSWORD }}@{{ env.HOST }}/a@b', 'http://{{ env.HOST }}/a@b'],
  ['user:secret@shop', 'shop'],
  ['http://shop/?token=hunter2', 'http://shop/?token=[redacted]'],
])('the instance of %j, before rendering and without credentials, is %j', (uri, instance) => {
  expect(ping.instance({ uri })).toBe(instance);
});
