import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoff, longestBackoff } from './backoff.ts';

test.each([
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [7, 64_000],
  [8, 120_000],
  [5000, 120_000],
])('after failure %i the wait is %i ms, less jitter', (attempt, whole) => {
  expect(backoff(attempt, 0)).toBe(whole);
  expect(backoff(attempt, 0.5)).toBe(whole * 0.75);
});

test('jitter takes off no more than half, and no wait passes the longest', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), random, (attempt, jitter) => {
      const wait = backoff(attempt, jitter);
      expect(wait).toBeGreaterThanOrEqual(backoff(attempt, 0) / 2);
      expect(wait).toBeLessThanOrEqual(longestBackoff);
    }),
  );
});
