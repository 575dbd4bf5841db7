import { type Histogram, histogramOf, mergeHistograms } from './histogram.ts';
import type { HistoryResult } from './result.ts';

/** Milliseconds that one roll-up stands for. */
export const spans = { minute: 60_000, hour: 3_600_000 } as const;

export type Span = keyof typeof spans;

/** What the results of one request in one minute or hour come to. */
export interface RollUp {
  /** Unix milliseconds, a whole number of spans. */
  readonly start: number;
  readonly runs: number;
  /** Runs that were answered with no alert true. */
  readonly good: number;
  /** Of the answers, in milliseconds. */
  readonly latency: Histogram;
}

/** A roll-up and whose it is. */
export interface KeyedRollUp extends RollUp {
  readonly span: Span;
  readonly probe: string;
  readonly request: string;
}

/** The start of the minute or hour that a time is in. */
export function startOf(span: Span, at: number): number {
  return Math.floor(at / spans[span]) * spans[span];
}

/** What results come to, by request, minute and hour; in the order in which each was first seen. */
export function rollUp(results: readonly HistoryResult[]): KeyedRollUp[] {
  return (['minute', 'hour'] as const).flatMap(span => {
    const groups = Map.groupBy(results, ({ probe, request, at }) =>
      JSON.stringify([probe, request, startOf(span, at)]),
    );
    return [...groups.values()].flatMap(group => summed(span, group));
  });
}

function summed(span: Span, results: readonly HistoryResult[]): KeyedRollUp[] {
  const [first] = results;
  if (first === undefined) return [];
  const answers = results.filter(({ isAnswered }) => isAnswered);
  return [
    {
      span,
      probe: first.probe,
      request: first.request,
      start: startOf(span, first.at),
      runs: results.length,
      good: results.filter(({ isGood }) => isGood).length,
      latency: histogramOf(answers.flatMap(({ time }) => time ?? [])),
    },
  ];
}

/** Roll-ups of one request and start as one. */
export function mergeRollUps<T extends RollUp>(one: T, other: RollUp): T {
  return {
    ...one,
    runs: one.runs + other.runs,
    good: one.good + other.good,
    latency: mergeHistograms([one.latency, other.latency]),
  };
}
