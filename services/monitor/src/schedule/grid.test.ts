import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slotAfter } from './grid.ts';

describe('the grid', () => {
  test.each([
    { time: 0, slot: 103 },
    { time: 102.9, slot: 103 },
    { time: 103, slot: 113 },
    { time: 112.5, slot: 113 },
    { time: 113, slot: 123 },
  ])('of phase 103 and interval 10 has the slot $slot after $time', ({ time, slot }) => {
    expect(slotAfter({ interval: 10, phase: 103 }, time)).toBe(slot);
  });

  test('goes from slot to slot without leaving one out or giving one twice, whatever the fractions', () => {
    const ms = fc.double({ min: 0.1, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(ms, ms, ms, (interval, phase, time) => {
        const grid = { interval, phase };
        const slot = slotAfter(grid, time);
        expect(slot).toBeGreaterThan(time);
        expect(slot).toBeGreaterThanOrEqual(phase);
        expect((slotAfter(grid, slot) - slot) / interval).toBeCloseTo(1, 6);
      }),
    );
  });
});
