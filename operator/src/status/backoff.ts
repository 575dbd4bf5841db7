/** Milliseconds: of the first wait, and of the longest. */
export interface BackoffRange {
  readonly first: number;
  readonly longest: number;
}

/**
 * Milliseconds to wait after the `failures`th failure in a row, counted from 1: doubling, of which `random`, from
 * 0 to below 1, takes off up to half.
 */
export function backoff(
  failures: number,
  { first, longest }: BackoffRange,
  random: number,
): number {
  const whole = Math.min(longest, first * 2 ** Math.min(failures - 1, 30));
  return Math.round(whole * (1 - random / 2));
}
