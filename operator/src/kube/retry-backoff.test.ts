import { expect, test } from 'vitest';
import { longestRetry, retryBackoff } from './retry-backoff.ts';

test('the wait doubles from 5 ms to 5 minutes, however many failures there were', () => {
  expect([1, 2, 3, 10].map(failures => retryBackoff(failures, 0))).toEqual([5, 10, 20, 2560]);
  expect(retryBackoff(17, 0)).toBe(longestRetry);
  expect(retryBackoff(5000, 0)).toBe(longestRetry);
});

test('chance takes off up to half', () => {
  expect(retryBackoff(3, 0.5)).toBe(15);
  expect(retryBackoff(3, 0.999)).toBeGreaterThan(10);
});
