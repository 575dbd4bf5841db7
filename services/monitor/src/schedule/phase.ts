/** First runs are spread over no more than this many milliseconds. */
const longestSpread = 10_000;

/**
 * How long after the start the probe at `index` of `total` first runs, in milliseconds: the probes are spread
 * evenly, in the order entered, over the interval or 10 s, whichever is shorter.
 */
export function spreadPhase(index: number, total: number, interval: number): number {
  return (index / total) * Math.min(interval, longestSpread);
}
