import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyResult } from '../../fixtures/history-results.ts';
import {
  decodeHistogram,
  encodeHistogram,
  type Histogram,
  histogramOf,
  mergeHistograms,
  rankOf,
  relativeError,
} from './histogram.ts';
import type { HistoryResult } from './result.ts';
import { mergeRollUps, rollUp } from './roll-up.ts';
import { sloOf, type Window, windowNames, windowStart, windows } from './slo.ts';

const time = fc.double({ min: 0.01, max: 600_000, noNaN: true });
const histogram = fc.array(time, { maxLength: 50 }).map(histogramOf);
const sorted = (one: Histogram) => [...one].sort(([a], [b]) => a - b);

test('merging histograms is associative and commutative, and what is empty changes nothing', () => {
  fc.assert(
    fc.property(histogram, histogram, histogram, (a, b, c) => {
      const left = mergeHistograms([mergeHistograms([a, b]), c]);
      const right = mergeHistograms([a, mergeHistograms([c, b])]);
      expect(sorted(left)).toEqual(sorted(right));
      expect(sorted(mergeHistograms([a, new Map()]))).toEqual(sorted(a));
    }),
  );
});

test('a histogram is the same after it was kept as bytes', () => {
  const counted = fc.tuple(histogram, fc.integer({ min: 1, max: 2 ** 40 }));
  fc.assert(
    fc.property(counted, ([one, factor]) => {
      const many = new Map([...one].map(([bucket, count]) => [bucket, count * factor]));
      expect(sorted(decodeHistogram(encodeHistogram(many)))).toEqual(sorted(many));
    }),
  );
  expect(() => decodeHistogram(Uint8Array.of(5))).toThrow(RangeError);
});

/** The figures by the book: every result looked at, percentiles by nearest rank. */
function naive(window: Window, results: readonly HistoryResult[], now: number) {
  const { length, span } = windows[window];
  const unit = span === 'minute' ? 60_000 : 3_600_000;
  const since = now - length - ((now - length) % unit);
  const inside = results.filter(({ at }) => at >= since && at - (at % unit) <= now);
  const times = inside.filter(each => each.isAnswered).map(each => each.time ?? 0);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[rankOf(share, times.length) - 1] ?? Number.NaN;
  return {
    runs: inside.length,
    good: inside.filter(({ isGood }) => isGood).length,
    answers: times.length,
    latency: { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) },
  };
}

const now = Date.UTC(2026, 4, 17, 13, 37, 21);
const day = 86_400_000;
/** Times around all edges of the windows, gaps between them, and some after a clock was set back. */
const moments = fc.oneof(
  fc.integer({ min: now - 32 * day, max: now + day }),
  fc
    .tuple(fc.constantFrom(...windowNames), fc.integer({ min: -2, max: 2 }))
    .map(([window, off]) => windowStart(window, now) + off),
  fc.integer({ min: now - 3_700_000, max: now }),
);
const results = fc.array(
  fc
    .record({ at: moments, isGood: fc.boolean(), isAnswered: fc.boolean(), time })
    .map(fields => historyResult(fields)),
  { maxLength: 200 },
);

test('figures from roll-ups are those of every single result, latencies to within the stated error', () => {
  fc.assert(
    fc.property(results, fc.integer({ min: 1, max: 50 }), (all, size) => {
      const batches = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
        rollUp(all.slice(n * size, (n + 1) * size)),
      ).flat();
      const kept = new Map<string, (typeof batches)[number]>();
      for (const each of batches) {
        const key = `${each.span} ${each.start}`;
        const before = kept.get(key);
        kept.set(key, before === undefined ? each : mergeRollUps(each, before));
      }
      for (const window of windowNames) {
        const { span } = windows[window];
        const slo = sloOf(
          window,
          [...kept.values()].filter(each => each.span === span),
          now,
        );
        const { latency, answers, ...counts } = naive(window, all, now);
        expect(slo).toMatchObject(counts);
        expect(slo.availability).toBe(counts.runs === 0 ? undefined : counts.good / counts.runs);
        expect(slo.latency === undefined).toBe(answers === 0);
        for (const name of ['p50', 'p90', 'p95', 'p99'] as const) {
          if (slo.latency === undefined) break;
          const off = Math.abs(slo.latency[name] - latency[name]) / latency[name];
          expect(off).toBeLessThanOrEqual(relativeError + 1e-9);
        }
      }
    }),
  );
});

test('times outside what is measured count at its bounds', () => {
  const rollUps = rollUp([
    historyResult({ at: now, time: 0 }),
    historyResult({ at: now, time: 1e12 }),
  ]);
  const { latency } = sloOf('1h', rollUps, now);
  expect(latency?.p50).toBeGreaterThan(0);
  expect(latency?.p99).toBeLessThan(120_000_000);
});
