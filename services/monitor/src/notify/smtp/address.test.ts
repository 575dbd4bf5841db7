import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';

test.each([
  ['ops@example.com', '', 'ops@example.com'],
  [' ops+night@mail.example.com ', '', 'ops+night@mail.example.com'],
  ['<ops@example.com>', '', 'ops@example.com'],
  ['Ops <ops@example.com>', 'Ops', 'ops@example.com'],
  ['Ops, at night <ops@example.com>', 'Ops, at night', 'ops@example.com'],
  ['"Ops: night" <ops@example.com>', 'Ops: night', 'ops@example.com'],
  ['Störung <störung@müller.example>', 'Störung', 'störung@müller.example'],
])('%s is an address', (text, name, address) => {
  expect(parseAddress(text)).toEqual({ name, address });
});

test.each([
  '',
  'ops',
  'ops@',
  '@example.com',
  'a@b@c',
  'a@b.test, c@d.test',
  'a@b.test c@d.test',
  'Ops <a@b.test',
  'Ops <a@b.test> <c@d.test>',
  'ops@example.com\r\nBcc: x@y.test',
  'Ops\n <ops@example.com>',
])('%j is none', text => {
  expect(parseAddress(text)).toBeUndefined();
});
