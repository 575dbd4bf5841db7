import { readTree } from '../store/read-objects.ts';
import type { Repository } from '../store/repository.ts';
import { type Cache, textOf } from './cache.ts';

/** The files of the branch whose blobs could not be read when the cache was brought up to date, by their paths. */
export function unreadFiles(cache: Cache): ReadonlySet<string> {
  const rows = cache.all("SELECT path FROM problems WHERE kind = 'unreadable'");
  return new Set(rows.map(row => textOf(row.path)));
}

/** What was known of a file stays when its new version cannot be read. */
export function noteUnread(cache: Cache, path: string, oid: string | undefined): void {
  forgetUnread(cache, path);
  cache.run(
    "INSERT INTO problems VALUES (?, NULL, 'unreadable', ?)",
    path,
    `its blob ${oid} is missing or damaged`,
  );
}

export function forgetUnread(cache: Cache, path: string): void {
  cache.run("DELETE FROM problems WHERE path = ? AND kind = 'unreadable'", path);
}

/** The blobs that the files have in a commit, by path; undefined for those that it has no more. */
export async function blobsAt(
  repository: Repository,
  commit: string,
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string | undefined>> {
  const files = paths.size === 0 ? [] : await readTree(repository, commit);
  const oids = new Map(files.map(({ path, oid }) => [path, oid]));
  return new Map([...paths].map(path => [path, oids.get(path)]));
}
