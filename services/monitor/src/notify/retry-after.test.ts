import { expect, test } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 0, 1);

test.each([
  ['120', 120_000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2026 00:00:00 GMT', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j asks for %s ms', (header, wait) => {
  expect(readRetryAfter(header, now)).toBe(wait);
});
