import { expect, test } from 'vitest';
import { serveBytes } from '../../fixtures/loopback.ts';
import { createEgress } from '../egress/egress.ts';
import { postgres } from './postgres.ts';

test.for([
  ['', undefined],
  ['?sslmode=disable', undefined],
  ['?sslmode=prefer', true],
  ['?sslmode=require', true],
  ['?sslmode=verify-full', true],
  ['?ssl=true', true],
  ['?ssl=0', undefined],
  ['?sslmode=no-verify', false],
  ['?sslmode=require&uselibpqcompat=true', false],
] as const)('a uri with "%s" verifies certificates: %s', ([query, rejectUnauthorized]) => {
  const { tls } = postgres.prepare({ uri: `postgres://shop/orders${query}` });
  expect(tls?.rejectUnauthorized).toBe(rejectUnauthorized);
});

test.for([
  ['postgres://shop?sslmode=maybe', 4],
  ['postgres://shop?sslrootcert=/etc/hostname', 13],
  ['postgres://shop?host=elsewhere', 13],
  ['mysql://shop', 13],
  ['postgres://one:1,two:2/orders', 14],
] as const)('%s is code %i', ([uri, status]) => {
  expect(() => postgres.prepare({ uri })).toThrow(expect.objectContaining({ status }));
});

test('the address it reports holds no credentials', () => {
  const target = postgres.prepare({ uri: 'postgresql://u:p@shop/orders?application_name=x' });
  expect(target.url).toBe('postgres://shop:5432/orders');
});

test('a certificate to trust that is none is code 4', () => {
  const prepare = () => postgres.prepare({ host: 'shop', tls: { ca: 'no PEM' } });
  expect(prepare).toThrow(expect.objectContaining({ status: 4 }));
});

test('a server that refuses TLS is code 26', async () => {
  await using peer = await serveBytes('N', 'wait');
  const target = postgres.prepare({ host: '127.0.0.1', port: peer.port, tls: {} });
  const result = await postgres.run(target, {
    timeout: 20_000,
    signal: new AbortController().signal,
    egress: createEgress({ allow: [], deny: [] }),
    maxBody: 1_048_576,
    now: Date.now,
  });
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 26 } });
  await peer.idle();
});
