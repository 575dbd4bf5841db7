import { expect, test } from 'vitest';
import { isHealthy } from './health.ts';

const cycle = { healthyFor: 20_000, brokenFor: 15_000 };

test.each([
  [0, true],
  [19_999, true],
  [20_000, false],
  [34_999, false],
  [35_000, true],
  [55_000, false],
])('after %d ms of 20 s well and 15 s broken, healthy is %s', (elapsed, healthy) => {
  expect(isHealthy(elapsed, cycle)).toBe(healthy);
});

test('never breaks with a broken time of 0, and never heals with a healthy time of 0', () => {
  expect(isHealthy(7, { healthyFor: 0, brokenFor: 0 })).toBe(true);
  expect(isHealthy(7, { healthyFor: 0, brokenFor: 1 })).toBe(false);
});
