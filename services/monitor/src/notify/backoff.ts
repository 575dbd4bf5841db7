const first = 1_000;

/** Milliseconds: no failure puts off the next try for longer, so that what is owed comes soon after an outage. */
export const longestBackoff = 2 * 60 * 1000;

/**
 * Milliseconds to wait after the `attempt`th failure in a row, counted from 1: doubling from a second to two
 * minutes, of which `random`, from 0 to below 1, takes off up to half, so that what failed together does
 * not come back together.
 */
export function backoff(attempt: number, random: number): number {
  const whole = Math.min(longestBackoff, first * 2 ** (attempt - 1));
  return Math.round(whole * (1 - random / 2));
}
