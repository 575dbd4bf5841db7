import { expect, test } from 'vitest';
import { spreadPhase } from './phase.ts';

test('spreads first runs over the interval, in the order entered', () => {
  expect([0, 1, 2, 3].map(index => spreadPhase(index, 4, 2_000))).toEqual([0, 500, 1_000, 1_500]);
});

test('spreads them over no more than ten seconds', () => {
  expect([0, 1, 2, 3].map(index => spreadPhase(index, 4, 3_600_000))).toEqual([
    0, 2_500, 5_000, 7_500,
  ]);
});
