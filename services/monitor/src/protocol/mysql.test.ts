import { expect, test } from 'vitest';
import { mysql } from './mysql.ts';

test('a uri wins over the fields', () => {
  const { address, url } = mysql.prepare({
    uri: 'mysql://u:p@shop:3307/orders',
    host: 'elsewhere',
    username: 'x',
    database: 'y',
  });
  expect(address).toMatchObject({ host: 'shop', port: 3307, user: 'u', database: 'orders' });
  expect(url).toBe('mysql://shop:3307/orders');
});

test('fields left out take their defaults', () => {
  expect(mysql.prepare({}).url).toBe('mysql://localhost:3306');
});

test.for([
  ['mysql://shop?ssl-mode=REQUIRED', 13],
  ['postgres://shop', 13],
  ['mysql://sh op', 14],
] as const)('%s is code %i', ([uri, status]) => {
  expect(() => mysql.prepare({ uri })).toThrow(expect.objectContaining({ status }));
});

test('TLS to an address needs the name in its certificate', () => {
  expect(() => mysql.prepare({ host: '10.0.0.5', tls: {} })).toThrow(
    expect.objectContaining({ status: 13 }),
  );
  const { tls } = mysql.prepare({ host: '10.0.0.5', tls: { serverName: 'shop' } });
  expect(tls).toMatchObject({ name: 'shop' });
});
