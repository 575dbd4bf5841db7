import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('opens on loopback, on 3801 to 3803, well for 20 s and broken for 15 s, by default', () => {
  expect(readSettings({ SHOP_HTTP_PORT: '' })).toEqual({
    httpPort: 3801,
    tcpPort: 3802,
    mailPort: 3803,
    address: '127.0.0.1',
    health: { healthyFor: 20_000, brokenFor: 15_000 },
  });
});

test('takes ports, address and periods from the environment', () => {
  const env = {
    SHOP_HTTP_PORT: '0',
    SHOP_TCP_PORT: '4802',
    SHOP_MAIL_PORT: '4803',
    SHOP_ADDRESS: '0.0.0.0',
    SHOP_HEALTHY_SECONDS: '3',
    SHOP_BROKEN_SECONDS: '0',
  };
  expect(readSettings(env)).toEqual({
    httpPort: 0,
    tcpPort: 4802,
    mailPort: 4803,
    address: '0.0.0.0',
    health: { healthyFor: 3000, brokenFor: 0 },
  });
});

test.each(['http', '-1', '65536', '1e3', '0x10'])('refuses the port %j', value => {
  expect(() => readSettings({ SHOP_HTTP_PORT: value })).toThrow(
    `SHOP_HTTP_PORT is "${value}", but must be a whole number from 0 to 65535`,
  );
});
