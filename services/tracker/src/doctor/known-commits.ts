import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Cache } from '../cache/cache.ts';
import { cacheFile } from '../cache/open-cache.ts';
import { readCommit } from '../history/commit-graph.ts';
import { ObjectReader } from '../history/object-reader.ts';
import { runGit } from '../store/git.ts';
import type { Repository } from '../store/repository.ts';
import { incomingRef, trackingRef } from '../sync/remote-branch.ts';

/** A commit that the data branch is known to have had, and by whom. */
export interface KnownCommit {
  readonly commit: string;
  readonly by: string;
}

/** As many of the last entries of the reflog as are looked at. */
const mostEntries = 1_000;

/** Where the branch has been, as the cache, the last sync and the reflog remember, the likeliest to be latest first. */
export async function knownCommits(
  repository: Repository,
  remote: string,
): Promise<readonly KnownCommit[]> {
  const cached = withStoredCache(repository, cache => [cache.commit, cache.meta('rewoundFrom')]);
  const synced = await refCommit(repository, trackingRef(repository, remote));
  return [
    ...(cached ?? []).flatMap(commit =>
      commit === undefined ? [] : [{ commit, by: 'the cache' }],
    ),
    ...(await reflogCommits(repository)).map(commit => ({ commit, by: 'the reflog' })),
    ...(synced === undefined ? [] : [{ commit: synced, by: `the last sync with ${remote}` }]),
  ];
}

/** What was last fetched from the remote. */
export async function fetchedCommit(
  repository: Repository,
  remote: string,
): Promise<string | undefined> {
  return await refCommit(repository, incomingRef(repository, remote));
}

/** What was last taken in from the remote, or pushed there. */
export async function syncedCommit(
  repository: Repository,
  remote: string,
): Promise<string | undefined> {
  return await refCommit(repository, trackingRef(repository, remote));
}

/** Asks the cache that is kept, as it is; undefined where there is none or it cannot be read. */
export function withStoredCache<Result>(
  repository: Repository,
  ask: (cache: Cache) => Result,
): Result | undefined {
  const file = cacheFile(repository);
  if (!existsSync(file)) return undefined;
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    const cache = new Cache(database, { keepDamaged: true });
    try {
      return ask(cache);
    } finally {
      cache.close();
    }
  } catch {
    // That it cannot be read is what the check of the cache tells.
    return undefined;
  }
}

/** Of these, those whose commit is there and can be read. */
export async function readableCommits(
  repository: Repository,
  commits: readonly KnownCommit[],
): Promise<readonly KnownCommit[]> {
  using reader = new ObjectReader(repository);
  const readable: KnownCommit[] = [];
  const seen = new Set<string>();
  for (const known of commits) {
    if (seen.has(known.commit)) continue;
    seen.add(known.commit);
    const commit = await readCommit(reader, known.commit);
    if (typeof commit === 'string') continue;
    const tree = await reader.read(commit.tree);
    if (tree.state === 'read') readable.push(known);
  }
  return readable;
}

async function refCommit(repository: Repository, ref: string): Promise<string | undefined> {
  const outcome = await runGit(repository, ['rev-parse', '--verify', '--quiet', ref]);
  return outcome.exitCode === 0 ? outcome.stdout.toString().trim() : undefined;
}

/** Read as a file: git tells nothing of it where the newest commit is damaged. The newest first. */
async function reflogCommits({ gitDir, ref }: Repository): Promise<readonly string[]> {
  const text = await readFile(join(gitDir, 'logs', ref), 'latin1').catch(() => '');
  const entries = text.split('\n').slice(-mostEntries).reverse();
  const commits = entries.flatMap(entry => {
    const [, before, after] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) /.exec(entry) ?? [];
    return [after, before].filter(oid => oid !== undefined && !/^0+$/.test(oid));
  });
  return [...new Set(commits.filter(oid => oid !== undefined))];
}
