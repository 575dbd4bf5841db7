import { expect, test } from 'vitest';
import { wordDuration } from './duration.ts';

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [1499, '1 s'],
  [59_600, '1 min'],
  [600_000, '10 min'],
  [603_000, '10 min 3 s'],
  [3_603_000, '1 h'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
])('%i ms is %s', (ms, words) => {
  expect(wordDuration(ms)).toBe(words);
});
