import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaPath, chartScale, countTicks, dayTicks, linePath } from './chart-scale.ts';

const plot = { left: 30, top: 10, width: 300, height: 100 };
const days = fc.integer({ min: 1, max: 400 });

test('counts have few whole round ticks that reach the top', () => {
  expect(countTicks(0, 4)).toEqual([0, 1]);
  expect(countTicks(3, 4)).toEqual([0, 1, 2, 3]);
  expect(countTicks(7, 4)).toEqual([0, 2, 4, 6, 8]);
  expect(countTicks(1_234, 4)).toEqual([0, 500, 1_000, 1_500]);
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 8 }), (top, most) => {
      const ticks = countTicks(top, most);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(most + 1);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(top);
    }),
  );
});

test('labels of days keep their distance, and the last day has one', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 2_000 }), (count, width) => {
      const ticks = dayTicks(count, width, 64);
      expect(ticks.at(-1)).toBe(count - 1);
      const { x } = chartScale({ ...plot, width }, count, 1);
      for (const [index, day] of ticks.slice(1).entries()) {
        expect(x(day) - x(ticks[index] ?? 0)).toBeGreaterThanOrEqual(63.99);
      }
    }),
  );
});

test('what is drawn lies within the plot, and more is never lower', () => {
  fc.assert(
    fc.property(days, fc.nat(500), fc.nat(500), (count, one, other) => {
      const { x, y } = chartScale(plot, count, Math.max(one, other));
      expect(x(count - 1)).toBeLessThanOrEqual(plot.left + plot.width + 0.001);
      expect(y(one)).toBeGreaterThanOrEqual(plot.top);
      expect(y(one)).toBeLessThanOrEqual(plot.top + plot.height);
      expect(Math.sign(y(one) - y(other)) + Math.sign(one - other)).toBe(0);
    }),
  );
});

test('finds the day that was drawn at a place, and the nearest elsewhere', () => {
  fc.assert(
    fc.property(days, fc.nat(400), (count, given) => {
      const { x, dayAt } = chartScale(plot, count, 1);
      const day = given % count;
      expect(dayAt(x(day))).toBe(day);
      expect(dayAt(-1_000)).toBe(0);
      expect(dayAt(10_000)).toBe(count - 1);
    }),
  );
});

test('draws a line and the area below it', () => {
  const scale = chartScale({ left: 0, top: 0, width: 10, height: 10 }, 3, 2);
  expect(linePath([0, 1, 2], scale)).toBe('M0,10L5,5L10,0');
  expect(areaPath([0, 1, 2], scale)).toBe('M0,10L5,5L10,0V10H0Z');
  expect(areaPath([], scale)).toBe('');
});
