import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressAsHost, hostNameOf, isLoopback } from './host-name.ts';

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.evil.example', false],
  ['localhost.evil.example', false],
])('%s is bound to the loopback: %j', (address, expected) => {
  expect(isLoopback(addressAsHost(address))).toBe(expected);
});

test.each([
  ['Tracker.Example:80', 'tracker.example'],
  ['tracker.example.', 'tracker.example'],
  ['[::1]:3848', '[::1]'],
  ['a@b', undefined],
  ['a/b', undefined],
  ['', undefined],
])('the Host %s names %s', (host, expected) => {
  expect(hostNameOf(host)).toBe(expected);
});

const port = fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: undefined });

test('a name stays what it is, with or without a port, in whatever case', () => {
  fc.assert(
    fc.property(fc.oneof(fc.domain(), fc.ipV4()), port, (name, given) => {
      const host = given === undefined ? name : `${name}:${given}`;
      expect(hostNameOf(host)).toBe(name.toLowerCase());
      expect(hostNameOf(host.toUpperCase())).toBe(name.toLowerCase());
    }),
  );
});

test('what a browser would call another host is not taken for the loopback', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const name = hostNameOf(text);
      if (name === undefined || !isLoopback(name)) return;
      const { hostname } = new URL(`http://${text}`);
      expect(isLoopback(hostname.replace(/\.$/, ''))).toBe(true);
    }),
  );
  fc.assert(fc.property(fc.domain(), name => !isLoopback(name)));
});
