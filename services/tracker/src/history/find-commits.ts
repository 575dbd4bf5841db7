import { idOfLine } from '../event/serialise-event.ts';
import { parseSegmentPath } from '../store/segment.ts';
import { type HistoryCommit, readCommit } from './commit-graph.ts';
import { CommitLines } from './commit-lines.ts';
import type { ObjectReader } from './object-reader.ts';

/**
 * The commits that brought events, by the events' ids. Walks from the newest commit back and ends as soon as all are
 * found; events whose commit cannot be read are left out.
 */
export async function findCommits(
  reader: ObjectReader,
  head: string,
  events: Iterable<string>,
  /** The segments that hold the events: no other file is read. */
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, HistoryCommit>> {
  const wanted = new Set(events);
  const found = new Map<string, HistoryCommit>();
  const lines = new CommitLines(reader);
  const isWanted = (path: string): boolean =>
    parseSegmentPath(path) !== undefined && paths.has(path);
  for await (const { commit, parents } of newestFirst(reader, head)) {
    if (wanted.size === 0) break;
    const parentTrees = parents.map(parent => parent?.tree);
    for (const { brought } of await lines.of({ tree: commit.tree, parentTrees }, isWanted)) {
      for (const line of brought) {
        const id = idOfLine(line);
        if (id !== undefined && wanted.delete(id)) found.set(id, commit);
      }
    }
  }
  return found;
}

interface Step {
  readonly commit: HistoryCommit;
  readonly parents: readonly (HistoryCommit | undefined)[];
}

/** Commits from a head back, by their times, each once. */
async function* newestFirst(reader: ObjectReader, head: string): AsyncGenerator<Step> {
  const read = new Map<string, HistoryCommit | undefined>();
  const commitOf = async (oid: string): Promise<HistoryCommit | undefined> => {
    if (!read.has(oid)) {
      const commit = await readCommit(reader, oid);
      read.set(oid, typeof commit === 'string' ? undefined : commit);
    }
    return read.get(oid);
  };
  const first = await commitOf(head);
  const waiting = first === undefined ? [] : [first];
  const seen = new Set([head]);
  for (let commit = waiting.pop(); commit !== undefined; commit = waiting.pop()) {
    const parents: (HistoryCommit | undefined)[] = [];
    for (const oid of commit.parents) {
      const parent = await commitOf(oid);
      parents.push(parent);
      if (parent !== undefined && !seen.has(oid)) waiting.push(parent);
      seen.add(oid);
    }
    waiting.sort((one, other) => one.time - other.time);
    yield { commit, parents };
  }
}
