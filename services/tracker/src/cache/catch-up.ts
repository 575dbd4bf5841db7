import { parseEvent } from '../event/parse-event.ts';
import { checkFormatFile } from '../store/format.ts';
import { type FileChange, readBlobs, readChanges, readTree } from '../store/read-objects.ts';
import type { Repository } from '../store/repository.ts';
import { formatFile, isAppended, linesOf, parseSegmentPath } from '../store/segment.ts';
import { insertEvents, refold, type WrittenEvent } from './apply-events.ts';
import { type Cache, textOf } from './cache.ts';
import { blobsAt, forgetUnread, noteUnread, unreadFiles } from './unread-files.ts';

/**
 * Whether the cache holds all of a commit. What could not be read may have come back meanwhile, with a fetch or from a
 * copy, without the branch having moved: until it has, the cache holds less.
 */
export function isCaughtUp(cache: Cache, head: string): boolean {
  return cache.commit === head && unreadFiles(cache).size === 0;
}

/**
 * Brings the cache to a commit of the data branch: the segments that changed since its own commit are read, and those
 * that could not be read before, and the records they tell of made anew. To be called within a transaction.
 */
export async function catchUp(cache: Cache, repository: Repository, head: string): Promise<void> {
  if (isCaughtUp(cache, head)) return;
  const known = cache.commit;
  const changes =
    known === undefined ? undefined : await changesSince(cache, repository, known, head);
  const files = changes ?? (await fromNothing(cache, repository, head));
  const blobs = await readBlobs(repository, files.flatMap(oidsOf));
  checkFormat(cache, files, blobs, repository.ref, known === undefined || changes === undefined);
  // The branch was moved back: `tracker doctor` can then still say where it was.
  if (known !== undefined && files.some(file => losesLines(file, blobs))) {
    cache.setMeta('rewoundFrom', known);
  }
  const touched = new Set<string>();
  for (const file of files) {
    if (parseSegmentPath(file.path) !== undefined) takeSegment(cache, file, blobs, touched);
  }
  refold(cache, touched);
  cache.setMeta('commit', head);
}

/** Undefined if a commit cannot be read. Of a file that was not read before, nothing counts as known. */
async function changesSince(
  cache: Cache,
  repository: Repository,
  known: string,
  head: string,
): Promise<readonly FileChange[] | undefined> {
  const changes = known === head ? [] : await readChanges(repository, known, head);
  const unread = unreadFiles(cache);
  if (changes === undefined || unread.size === 0) return changes;
  const again = await blobsAt(repository, head, unread);
  return [
    ...changes.filter(({ path }) => !unread.has(path)),
    ...Array.from(again, ([path, after]) => ({ path, before: undefined, after })),
  ];
}

async function fromNothing(
  cache: Cache,
  repository: Repository,
  head: string,
): Promise<readonly FileChange[]> {
  for (const table of ['segments', 'events', 'problems', 'records', 'members', 'numbers']) {
    cache.run(`DELETE FROM ${table}`);
  }
  const files = await readTree(repository, head);
  return files.map(({ path, oid }) => ({ path, before: undefined, after: oid }));
}

function oidsOf({ before, after }: FileChange): string[] {
  return [before, after].filter(oid => oid !== undefined);
}

function checkFormat(
  cache: Cache,
  files: readonly FileChange[],
  blobs: ReadonlyMap<string, Buffer>,
  ref: string,
  whole: boolean,
): void {
  const format = files.find(file => file.path === formatFile);
  if (format === undefined && !whole) return;
  if (format?.after !== undefined && !blobs.has(format.after)) {
    noteUnread(cache, format.path, format.after);
    return;
  }
  forgetUnread(cache, formatFile);
  checkFormatFile(format?.after === undefined ? undefined : blobs.get(format.after), ref);
}

function losesLines(
  { path, before, after }: FileChange,
  blobs: ReadonlyMap<string, Buffer>,
): boolean {
  if (before === undefined || parseSegmentPath(path) === undefined) return false;
  const old = blobs.get(before);
  const now = after === undefined ? Buffer.alloc(0) : blobs.get(after);
  if (old === undefined || now === undefined || isAppended(old, now)) return false;
  const lines = new Set(linesOf(now));
  return linesOf(old).some(line => !lines.has(line));
}

function takeSegment(
  cache: Cache,
  file: FileChange,
  blobs: ReadonlyMap<string, Buffer>,
  touched: Set<string>,
): void {
  const before = file.before === undefined ? undefined : blobs.get(file.before);
  const after = file.after === undefined ? Buffer.alloc(0) : blobs.get(file.after);
  if (after === undefined) {
    noteUnread(cache, file.path, file.after);
    return;
  }
  const appended = before !== undefined && isAppended(before, after);
  if (!appended) dropSegment(cache, file.path, touched);
  const skipped = appended ? before.length : 0;
  const firstLine = appended ? countLines(before) : 0;
  const events = readLines(cache, file.path, after.subarray(skipped), firstLine);
  insertEvents(cache, file.path, events);
  for (const { event } of events) touched.add(event.record);
  if (file.after === undefined) cache.run('DELETE FROM segments WHERE path = ?', file.path);
  else noteSegment(cache, file.path, after.length);
}

/** The size of a segment in bytes, by which its writer knows when to begin another. */
export function noteSegment(cache: Cache, path: string, size: number): void {
  cache.run('INSERT OR REPLACE INTO segments VALUES (?, ?)', path, size);
}

function dropSegment(cache: Cache, path: string, touched: Set<string>): void {
  for (const row of cache.all('SELECT DISTINCT record FROM events WHERE path = ?', path)) {
    touched.add(textOf(row.record));
  }
  cache.run('DELETE FROM events WHERE path = ?', path);
  cache.run('DELETE FROM problems WHERE path = ?', path);
}

function countLines(content: Buffer): number {
  let count = 0;
  for (let at = content.indexOf(10); at !== -1; at = content.indexOf(10, at + 1)) count += 1;
  return count;
}

function readLines(cache: Cache, path: string, content: Buffer, firstLine: number): WrittenEvent[] {
  const events: WrittenEvent[] = [];
  for (const [index, line] of content.toString().split('\n').entries()) {
    if (line === '') continue;
    const parsed = parseEvent(line);
    if (parsed.kind === 'event') events.push({ event: parsed.event, line });
    else {
      const number = firstLine + index + 1;
      cache.run(
        'INSERT INTO problems VALUES (?, ?, ?, ?)',
        path,
        number,
        parsed.kind,
        parsed.reason,
      );
    }
  }
  return events;
}
