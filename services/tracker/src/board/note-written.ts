import type { Cache } from '../cache/cache.ts';
import { noteSegment } from '../cache/catch-up.ts';
import { isUnusable } from '../cache/sqlite-errors.ts';
import type { PlannedSegment } from './plan-segments.ts';

/** Tells the cache of a write that is done: one that cannot be told catches up when it is next opened. */
export function noteWritten(
  cache: Cache,
  segments: readonly PlannedSegment[],
  commit: string,
): void {
  try {
    for (const { file, size, events } of segments) {
      noteSegment(cache, file.path, size);
      for (const { id } of events) {
        // The plus sign keeps SQLite from looking through all that have no path yet, for each of them.
        cache.run("UPDATE events SET path = ? WHERE id = ? AND +path = ''", file.path, id);
      }
    }
    cache.setMeta('commit', commit);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    cache.rollBack();
  }
}
