import { isAppended, linesOf } from '../store/segment.ts';

/** How the lines of a file changed, as sets: their order in it means nothing. */
export interface LineChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function lineChanges(before: Buffer, after: Buffer): LineChanges {
  if (isAppended(before, after)) {
    return { added: linesOf(after.subarray(before.length)), removed: [] };
  }
  const old = new Set(linesOf(before));
  const now = new Set(linesOf(after));
  return {
    added: [...now].filter(line => !old.has(line)),
    removed: [...old].filter(line => !now.has(line)),
  };
}
