import { expect, test } from 'vitest';
import { sayDay, sayDuration, sayFullDay } from './say-day.ts';

test('says days of UTC, wherever it is read', () => {
  expect(sayDay('2026-11-21')).toBe('Nov 21');
  expect(sayFullDay('2026-01-01')).toBe('Jan 1, 2026');
});

test.each([
  [0, 'under a minute'],
  [59, 'under a minute'],
  [60, '1 minute'],
  [3_599, '60 minutes'],
  [3_600, '1 hour'],
  [12_600, '3.5 hours'],
  [86_400, '1 day'],
  [216_000, '2.5 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(sayDuration(seconds)).toBe(words);
});
