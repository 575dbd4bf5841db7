import type { ShopOptions } from './shop.ts';

type Settings = Required<
  Pick<ShopOptions, 'httpPort' | 'tcpPort' | 'mailPort' | 'address' | 'health'>
>;

/** The shop's settings from the environment. Throws with a message for the user where a value is no number. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    httpPort: integer(env, 'SHOP_HTTP_PORT', 3801, 65_535),
    tcpPort: integer(env, 'SHOP_TCP_PORT', 3802, 65_535),
    mailPort: integer(env, 'SHOP_MAIL_PORT', 3803, 65_535),
    address: env.SHOP_ADDRESS || '127.0.0.1',
    health: {
      healthyFor: 1000 * integer(env, 'SHOP_HEALTHY_SECONDS', 20, 86_400),
      brokenFor: 1000 * integer(env, 'SHOP_BROKEN_SECONDS', 15, 86_400),
    },
  };
}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= max) return value;
  throw new Error(`${name} is "${text}", but must be a whole number from 0 to ${max}`);
}
