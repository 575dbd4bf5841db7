import { expect, test } from 'vitest';
import { bareHost, hostAndPort } from './host.ts';

test.each([
  ['shop', 'shop'],
  ['[::1]', '::1'],
  ['[', '['],
])('%s is %s without brackets', (host, bare) => {
  expect(bareHost(host)).toBe(bare);
});

test.each([
  ['shop', 'shop:80'],
  ['127.0.0.1', '127.0.0.1:80'],
  ['::1', '[::1]:80'],
  ['fe80::1%eth0', '[fe80::1%eth0]:80'],
  ["{{ responses.[0].body['a:b'] }}", "{{ responses.[0].body['a:b'] }}:80"],
])('%s and its port are %s', (host, text) => {
  expect(hostAndPort(host, 80)).toBe(text);
});
