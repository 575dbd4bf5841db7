import { mergeSegments } from './merge-segments.ts';
import type { TreeFile } from './read-objects.ts';
import { formatFile, parseSegmentPath } from './segment.ts';

/** What the union of two trees has that ours has not. */
export interface TreeUnion {
  /** Files as theirs are. */
  readonly taken: readonly TreeFile[];
  /** Files that both have, each another version: `mergeFiles` makes one of them. */
  readonly both: readonly {
    readonly path: string;
    readonly ours: string;
    readonly theirs: string;
  }[];
  /** Whether ours has files that theirs has not. */
  readonly oursHasMore: boolean;
}

/** The union of two trees by path. Nothing is ever taken out of a data branch, so that it needs no common ancestor. */
export function uniteTrees(ours: readonly TreeFile[], theirs: readonly TreeFile[]): TreeUnion {
  const known = new Map(ours.map(({ path, oid }) => [path, oid]));
  const taken: TreeFile[] = [];
  const both: { path: string; ours: string; theirs: string }[] = [];
  for (const file of theirs) {
    const own = known.get(file.path);
    known.delete(file.path);
    if (own === undefined) taken.push(file);
    else if (own !== file.oid) both.push({ path: file.path, ours: own, theirs: file.oid });
  }
  return { taken, both, oursHasMore: known.size > 0 };
}

/**
 * One file of two versions, the same whichever way round. Segments are united line by line. Of any other file, one
 * version counts: the one that is later in the order of their bytes, so that every clone chooses the same.
 */
export function mergeFiles(path: string, ours: Buffer, theirs: Buffer): Buffer {
  if (parseSegmentPath(path) !== undefined) return mergeSegments(ours, theirs);
  const larger = path === formatFile ? formatOf(ours) - formatOf(theirs) : 0;
  return (larger || Buffer.compare(ours, theirs)) >= 0 ? ours : theirs;
}

function formatOf(content: Buffer): number {
  return Number(/"format":\s*(\d+)/.exec(content.toString())?.[1] ?? 0);
}
