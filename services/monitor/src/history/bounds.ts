import type { HistorySection } from './schema.ts';
import type { Bounds } from './store.ts';

const hour = 3_600_000;

/** What the config says is kept, with its defaults. */
export function boundsOf({
  keepResults = 24,
  keepBodies,
  maxMegabytes = 1024,
}: HistorySection): Bounds {
  return {
    keepResults: keepResults * hour,
    keepBodies: Math.min(keepBodies ?? keepResults, keepResults) * hour,
    maxBytes: maxMegabytes * 1024 * 1024,
  };
}
