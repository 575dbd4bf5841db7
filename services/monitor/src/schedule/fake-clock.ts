import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { createTimerHeap } from './timer-heap.ts';

/** A clock for tests: its time moves only when told to. */
export interface FakeClock extends Clock {
  /** Moves on by `ms`, calling each timer at its time and letting what it started settle. */
  advance(ms: number): Promise<void>;
  /** Moves on by `ms` as if the process had been stopped: timers that came due are called late. */
  stall(ms: number): void;
}

/** `startedAt` is the wall time, in Unix milliseconds, at which its monotonic time is 0. */
export function createFakeClock(startedAt = 0): FakeClock {
  const timers = createTimerHeap<() => void>();
  let now = 0;

  const schedule = (at: number, fn: () => void) => {
    const timer = timers.push(at, fn);
    return () => {
      timers.remove(timer);
    };
  };
  const callNext = async (until: number): Promise<boolean> => {
    // Promises first: what they do may set or cancel timers.
    await othersTurn();
    const next = timers.peek();
    if (next === undefined || next.at > until) return false;
    timers.remove(next);
    now = Math.max(now, next.at);
    next.value();
    return true;
  };

  return {
    now: () => now,
    wallTime: () => startedAt + now,
    setTimer: (ms, fn) => schedule(now + ms, fn),
    afterOthers: fn => schedule(now, fn),
    async advance(ms) {
      const until = now + ms;
      while (await callNext(until));
      now = Math.max(now, until);
    },
    stall(ms) {
      now += ms;
    },
  };
}
