import { type Cache, textOf } from '../cache/cache.ts';
import { findCommits } from '../history/find-commits.ts';
import { type HistoryItem, historyItem } from '../history/history-item.ts';
import { type HistoryQuery, listHistory } from '../history/list-history.ts';
import { ObjectReader } from '../history/object-reader.ts';
import type { Repository } from '../store/repository.ts';

/** An event, and the commit that brought it. */
export interface AuditItem extends HistoryItem {
  /** Null where none that can be read did. `time` is ISO 8601 in UTC. */
  readonly commit: { readonly oid: string; readonly author: string; readonly time: string } | null;
}

export interface AuditPage {
  /** Newest first. */
  readonly items: readonly AuditItem[];
  readonly next: string | undefined;
}

/** A page of who changed what and when, and in which commit. */
export async function listAudit(
  repository: Repository & { readonly head: string },
  cache: Cache,
  query: HistoryQuery,
): Promise<AuditPage> {
  const { items, next } = listHistory(cache, query);
  const events = items.map(({ event }) => event.id);
  using reader = new ObjectReader(repository);
  const commits = await findCommits(reader, repository.head, events, pathsOf(cache, events));
  return {
    items: items.map(change => {
      const commit = commits.get(change.event.id);
      return {
        ...historyItem(change),
        commit: commit
          ? { oid: commit.oid, author: commit.author, time: new Date(commit.time).toISOString() }
          : null,
      };
    }),
    next,
  };
}

function pathsOf(cache: Cache, events: readonly string[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(id =>
      cache.all('SELECT path FROM events WHERE id = ?', id).map(row => textOf(row.path)),
    ),
  );
}
