import type { Spread } from '@picket/tracker/fixtures/spread';

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** `128 (120 to 140)` */
export function shown({ low, median, high }: Spread, digits = 0): string {
  return `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}
