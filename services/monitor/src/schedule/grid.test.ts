import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slotAfter, slotFrom } from './grid.ts';

describe('the grid', () => {
  test.each([
    { phase: 0, time: 0, from: 0, after: 10 },
    { phase: 3, time: 0, from: 3, after: 3 },
    { phase: 3, time: 3, from: 3, after: 13 },
    { phase: 3, time: 3.5, from: 13, after: 13 },
    { phase: 103, time: 50, from: 53, after: 53 },
  ])('with phase $phase at $time', ({ phase, time, from, after }) => {
    expect(slotFrom({ interval: 10, phase }, time)).toBe(from);
    expect(slotAfter({ interval: 10, phase }, time)).toBe(after);
  });

  test('goes from slot to slot without leaving one out or giving one twice, whatever the fractions', () => {
    const ms = fc.double({ min: 0.1, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(ms, ms, ms, (interval, phase, time) => {
        const slot = slotFrom({ interval, phase }, time);
        const next = slotAfter({ interval, phase }, slot);
        expect(slot).toBeGreaterThanOrEqual(time);
        expect(slot - time).toBeLessThan(interval * (1 + 1e-6));
        expect((next - slot) / interval).toBeCloseTo(1, 6);
      }),
    );
  });
});
