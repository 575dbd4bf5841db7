import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isOwnOrigin } from './own-caller.ts';

type Headers = Pick<IncomingMessage, 'headers'>['headers'];

test.each<[Headers]>([
  [{ host: 'a.example' }],
  [{ host: 'a.example', origin: 'http://a.example' }],
  [{ host: 'a.example', origin: 'https://a.example', 'sec-fetch-site': 'same-origin' }],
  [{ host: 'A.example:80', origin: 'http://a.example' }],
  [{ host: '[::1]:3847', origin: 'http://[::1]:3847' }],
])('%j is the own origin', headers => {
  expect(isOwnOrigin({ headers })).toBe(true);
});

test.each<[Headers]>([
  [{ host: 'a.example', origin: 'null' }],
  [{ host: 'a.example', origin: '' }],
  [{ host: 'a.example', origin: 'file://' }],
  [{ host: 'a.example', origin: 'app://a.example' }],
  [{ host: 'a.example', origin: 'http://a.example:81' }],
  [{ host: 'a.example', origin: 'http://a.example.evil' }],
  [{ host: 'a.example', 'sec-fetch-site': 'same-site' }],
  [{ host: 'a.example', origin: 'http://a.example', 'sec-fetch-site': 'cross-site' }],
])('%j is another', headers => {
  expect(isOwnOrigin({ headers })).toBe(false);
});
