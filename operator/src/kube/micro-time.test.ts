import { expect, test } from 'vitest';
import { microTime } from './micro-time.ts';

test('a time has six digits of a second', () => {
  expect(microTime(0)).toBe('1970-01-01T00:00:00.000000Z');
  expect(microTime(Date.UTC(2026, 1, 28, 23, 59, 59, 123), 45)).toBe('2026-02-28T23:59:59.123045Z');
});
