/** Start times `phase + n * interval` for every whole n, in milliseconds of the monotonic clock. */
export interface Grid {
  readonly interval: number;
  /** Any one of the start times. */
  readonly phase: number;
}

/** The first start time at or after `time`. */
export function slotFrom({ interval, phase }: Grid, time: number): number {
  const n = Math.ceil((time - phase) / interval);
  // Division may round to the wrong side of a whole number; the slot itself decides.
  if (phase + (n - 1) * interval >= time) return phase + (n - 1) * interval;
  return phase + n * interval >= time ? phase + n * interval : phase + (n + 1) * interval;
}

/** The first start time after `time`. */
export function slotAfter(grid: Grid, time: number): number {
  const slot = slotFrom(grid, time);
  return slot > time ? slot : slotFrom(grid, time + grid.interval / 2);
}
