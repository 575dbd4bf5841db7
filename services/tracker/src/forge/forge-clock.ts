import { setTimeout as delay } from 'node:timers/promises';
import type { ForgeClock } from './forge-report.ts';

/** The clock of the machine. */
export function forgeClock(now: () => number): ForgeClock {
  return {
    now,
    wait: async (milliseconds, signal) => {
      await delay(milliseconds, undefined, { signal });
    },
  };
}
