/** Ends what was asked for, if it has not happened yet. */
export type Cancel = () => void;

/** Time as the scheduler sees it, passed in so that tests can turn it by hand. */
export interface Clock {
  /** Milliseconds with fractions; never goes back, and stands still for nobody but a stopped machine. */
  now(): number;
  /** Unix time in milliseconds. */
  wallTime(): number;
  /** Calls `fn` once, no sooner than `ms` milliseconds from now. */
  setTimer(ms: number, fn: () => void): Cancel;
  /** Calls `fn` after timers and sockets that are ready had their turn. */
  afterOthers(fn: () => void): Cancel;
}

/** The longest time that Node's timers can wait; they fire at once when asked for more. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  setTimer(ms, fn) {
    const timer = setTimeout(fn, Math.min(Math.ceil(ms), longestTimer));
    return () => clearTimeout(timer);
  },
  afterOthers(fn) {
    const immediate = setImmediate(fn);
    return () => clearImmediate(immediate);
  },
};
