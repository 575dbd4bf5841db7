import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRun } from './first-run.ts';

const id = fc.string({ minLength: 3, maxLength: 60 });
const ms = fc.integer({ min: 1, max: 100_000 });

test('a first run comes within its interval and the spread, at the same place each time', () => {
  fc.assert(
    fc.property(id, ms, ms, (probe, interval, spread) => {
      const at = firstRun(probe, interval, spread);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThan(Math.min(interval, spread));
      expect(firstRun(probe, interval, spread)).toBe(at);
    }),
  );
});

test('probes that begin together run evenly spread', () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let n = 0; n < 10_000; n++) {
    const tenth = Math.floor(firstRun(`shop/probe-${n}`, 60_000, 10_000) / 1000);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
