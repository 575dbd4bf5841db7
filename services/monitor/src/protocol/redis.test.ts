import { expect, test } from 'vitest';
import { redis } from './redis.ts';

test('a rediss uri turns TLS on, as tls does', () => {
  expect(redis.prepare({ uri: 'rediss://shop' }).tls).toMatchObject({ name: 'shop' });
  expect(redis.prepare({ uri: 'redis://shop', tls: {} }).url).toBe('rediss://shop:6379');
  expect(redis.prepare({ uri: 'redis://shop' }).tls).toBeUndefined();
});

test('a path that is no number is code 14', () => {
  const prepare = () => redis.prepare({ uri: 'redis://shop/orders' });
  expect(prepare).toThrow(expect.objectContaining({ status: 14 }));
});
