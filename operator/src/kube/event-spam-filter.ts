import { createRecentMap } from './recent-map.ts';

/** Keeps one object from filling the list of events: 25 of it at once, then one each 5 minutes, as from client-go. */
export interface EventSpamFilter {
  /** Whether there may be one more event about the object; `now` on the monotonic clock. */
  admit(object: string, now: number): boolean;
}

const burst = 25;
/** Milliseconds. */
const oneEach = 5 * 60_000;
/** Objects of which it is known; one that is forgotten begins anew. */
const remembered = 4096;

export function createEventSpamFilter(): EventSpamFilter {
  /** When the object may send its whole burst again. */
  const restedAt = createRecentMap<number>(remembered);
  return {
    admit(object, now) {
      const at = Math.max(restedAt.get(object) ?? now, now);
      if (at - now > (burst - 1) * oneEach) return false;
      restedAt.set(object, at + oneEach);
      return true;
    },
  };
}
