import { mergeHistograms, quantiles } from './histogram.ts';
import { type RollUp, type Span, spans, startOf } from './roll-up.ts';

/** The windows that figures are given over, and the roll-ups they are made of. */
export const windows = {
  '1h': { length: spans.hour, span: 'minute' },
  '24h': { length: 24 * spans.hour, span: 'hour' },
  '30d': { length: 30 * 24 * spans.hour, span: 'hour' },
} as const satisfies Readonly<Record<string, { length: number; span: Span }>>;

export type Window = keyof typeof windows;

export const windowNames: readonly Window[] = ['1h', '24h', '30d'];

interface Latency {
  /** Milliseconds, each within 2 % of the exact figure. */
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
}

/** How well a target did over a window. */
export interface Slo {
  /** Unix milliseconds at which the window begins: a full minute or hour. */
  readonly since: number;
  readonly runs: number;
  readonly good: number;
  /** Share of the runs that were good, from 0 to 1; absent without runs. */
  readonly availability?: number;
  /** Of the answers; absent without any. */
  readonly latency?: Latency;
}

const shares = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

/** When a window that ends now begins. Its oldest minute or hour counts whole. */
export function windowStart(window: Window, now: number): number {
  const { length, span } = windows[window];
  return startOf(span, now - length);
}

/**
 * The figures of a window that ends now, from the roll-ups of its span, in any order. Those that begin before the
 * window, or later than now since the clock was set back, are left out.
 */
export function sloOf(window: Window, rollUps: readonly RollUp[], now: number): Slo {
  const since = windowStart(window, now);
  const counted = rollUps.filter(({ start }) => start >= since && start <= now);
  const runs = counted.reduce((sum, each) => sum + each.runs, 0);
  const good = counted.reduce((sum, each) => sum + each.good, 0);
  const latency = quantiles(mergeHistograms(counted.map(each => each.latency)), shares);
  return {
    since,
    runs,
    good,
    ...(runs > 0 && { availability: good / runs }),
    ...(latency && { latency }),
  };
}
