import { type Cache, textOf } from '../cache/cache.ts';
import { idOfLine } from '../event/serialise-event.ts';
import { readCommitGraph, type UnreadableObject } from '../history/commit-graph.ts';
import { CommitLines } from '../history/commit-lines.ts';
import { ObjectReader } from '../history/object-reader.ts';
import type { Repository } from '../store/repository.ts';
import type { Finding } from './finding.ts';
import { type GoneLine, HistoryProof } from './history-proof.ts';

export interface Verification {
  readonly commits: number;
  readonly events: number;
  readonly findings: readonly Finding[];
  /** Lines that were taken out, neither into quarantine nor to be rewritten, and that the branch has not now. */
  readonly lost: readonly GoneLine[];
  /** The objects behind the findings of kind `unreadable`. */
  readonly unreadable: readonly UnreadableObject[];
}

/**
 * Proves the history of the data branch commit by commit: lines were only ever added, by those whose events they
 * are, in the order of their ids, at their times; and every event of the cache came with a commit. Holds one version
 * of few files at a time, and of each event its line.
 */
export async function verifyHistory(
  repository: Repository & { readonly head: string },
  cache: Cache,
): Promise<Verification> {
  using reader = new ObjectReader(repository);
  const { commits, unreadable } = await readCommitGraph(reader, repository.head);
  const trees = new Map(commits.map(({ oid, tree }) => [oid, tree]));
  const lines = new CommitLines(reader);
  const proof = new HistoryProof();
  for (const commit of commits) {
    const parentTrees = commit.parents.map(parent => trees.get(parent));
    proof.add(commit, await lines.of({ tree: commit.tree, parentTrees }));
  }
  const newest = commits.at(-1);
  const all = [...unreadable, ...lines.unreadable];
  return {
    commits: commits.length,
    events: proof.events,
    findings: [...proof.findings, ...all.map(unreadableFinding), ...withoutCommit(cache, proof)],
    lost: newest === undefined ? [] : await stillGone(lines, newest.tree, proof.gone),
    unreadable: all,
  };
}

/** Of the lines that were taken out, those that the newest commit does not have again. */
async function stillGone(
  lines: CommitLines,
  tree: string,
  gone: readonly GoneLine[],
): Promise<readonly GoneLine[]> {
  const paths = new Set(gone.map(({ path }) => path));
  if (paths.size === 0) return [];
  const files = await lines.of({ tree, parentTrees: [] }, path => paths.has(path));
  const there = new Map(files.map(({ path, brought }) => [path, new Set(brought.map(keyOf))]));
  return gone.filter(({ path, line }) => there.get(path)?.has(keyOf(line)) !== true);
}

/** An event that was rewritten is not lost. */
function keyOf(line: string): string {
  return idOfLine(line) ?? line;
}

function unreadableFinding({ oid, state, kind, where }: UnreadableObject): Finding {
  const message = `the ${kind} ${oid} is ${state}`;
  return { kind: 'unreadable', commit: undefined, where, event: undefined, message };
}

/** Read in slices, by the key of the table. */
function withoutCommit(cache: Cache, proof: HistoryProof): Finding[] {
  const found: Finding[] = [];
  for (let last = 0; ; ) {
    const rows = cache.all(
      'SELECT key, id, path, line FROM events WHERE key > ? ORDER BY key LIMIT 1000',
      last,
    );
    for (const row of rows) {
      last = Number(row.key);
      const [id, where] = [textOf(row.id), textOf(row.path)];
      if (proof.has(id, textOf(row.line))) continue;
      const message = 'no commit of the branch brought it in these words';
      found.push({ kind: 'without-commit', commit: undefined, where, event: id, message });
    }
    if (rows.length < 1000) return found;
  }
}
