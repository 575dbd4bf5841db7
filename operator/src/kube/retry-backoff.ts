const first = 5;

/** Milliseconds: no failure puts off the next try for longer. */
export const longestRetry = 5 * 60_000;

/**
 * Milliseconds to wait after the `failures`th failure in a row, counted from 1: doubling from 5 ms to 5 minutes, of
 * which `random`, from 0 to below 1, takes off up to half, so that what failed together does not come back together.
 */
export function retryBackoff(failures: number, random: number): number {
  return Math.min(longestRetry, first * 2 ** (failures - 1)) * (1 - random / 2);
}
