import { type HistorySection, historyDefaults } from './schema.ts';
import type { Bounds } from './store.ts';

const hour = 3_600_000;

/** What the config says is kept, with its defaults. */
export function boundsOf({
  keepResults = historyDefaults.keepResults,
  keepBodies,
  maxMegabytes = historyDefaults.maxMegabytes,
}: HistorySection): Bounds {
  return {
    keepResults: keepResults * hour,
    keepBodies: Math.min(keepBodies ?? keepResults, keepResults) * hour,
    maxBytes: maxMegabytes * 1024 * 1024,
  };
}
