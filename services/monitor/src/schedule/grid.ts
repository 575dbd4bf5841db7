/** Start times `phase + n * interval` for n = 0, 1, 2..., in milliseconds of the monotonic clock. */
export interface Grid {
  readonly interval: number;
  /** The first start time. */
  readonly phase: number;
}

/** The first start time after `time`. */
export function slotAfter({ interval, phase }: Grid, time: number): number {
  if (time < phase) return phase;
  const n = Math.floor((time - phase) / interval);
  // Division may round to the wrong side of a whole number; the slots themselves decide.
  if (phase + n * interval > time) return phase + n * interval;
  const next = phase + (n + 1) * interval;
  return next > time ? next : phase + (n + 2) * interval;
}
