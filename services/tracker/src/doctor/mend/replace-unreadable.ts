import { readCommit } from '../../history/commit-graph.ts';
import { ObjectReader } from '../../history/object-reader.ts';
import { TreeReader } from '../../history/tree-reader.ts';
import { mergeSegments } from '../../store/merge-segments.ts';
import { parseSegmentPath } from '../../store/segment.ts';
import type { Patient, Started } from '../patient.ts';
import { commitFiles } from './commit-files.ts';
import { storedLines } from './salvage-lines.ts';
import type { LostObject } from './take-objects.ts';

/**
 * The last resort for segments whose newest version cannot be had from anywhere: goes on with the newest version that
 * can be read, and with what the cache knows beyond it. The history still names the version that was lost.
 */
export async function replaceUnreadable(
  patient: Patient,
  lost: readonly LostObject[],
): Promise<void> {
  const paths = lost
    .filter(({ kind, where }) => kind === 'blob' && parseSegmentPath(where) !== undefined)
    .map(({ where }) => where);
  if (paths.length === 0) return;
  const stored = await storedLines(patient);
  await commitFiles(patient, 'doctor: segments that cannot be read', async started => {
    const older = await lastReadable(started, paths);
    return paths.map(path => {
      const known = Buffer.from((stored.get(path) ?? []).map(line => `${line}\n`).join(''));
      const before = older.get(path) ?? Buffer.alloc(0);
      return { path, content: mergeSegments(before, known) };
    });
  });
}

/** The newest version of each file that can be read, along the first parents. */
async function lastReadable(
  started: Started,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  using reader = new ObjectReader(started);
  const trees = new TreeReader(reader);
  const found = new Map<string, Buffer>();
  for (let oid: string | undefined = started.head; oid !== undefined; ) {
    const commit = await readCommit(reader, oid);
    if (typeof commit === 'string' || found.size === paths.length) return found;
    for (const { path, after } of await trees.changes(undefined, commit.tree)) {
      if (after === undefined || found.has(path) || !paths.includes(path)) continue;
      const object = await reader.read(after);
      if (object.state === 'read') found.set(path, object.content);
    }
    oid = commit.parents[0];
  }
  return found;
}
