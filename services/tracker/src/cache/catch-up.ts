import { parseEvent } from '../event/parse-event.ts';
import { checkFormatFile } from '../store/format.ts';
import { type FileChange, readBlobs, readChanges, readTree } from '../store/read-objects.ts';
import type { Repository } from '../store/repository.ts';
import { formatFile, isAppended, linesOf, parseSegmentPath } from '../store/segment.ts';
import { insertEvents, refold, type WrittenEvent } from './apply-events.ts';
import { type Cache, textOf } from './cache.ts';

/**
 * Brings the cache to a commit of the data branch: the segments that changed since its own commit are read, and the
 * records they tell of made anew. To be called within a transaction.
 */
export async function catchUp(cache: Cache, repository: Repository, head: string): Promise<void> {
  const known = cache.commit;
  if (known === head) return;
  const changes = known === undefined ? undefined : await readChanges(repository, known, head);
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
    noteUnreadable(cache, format);
    return;
  }
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
  const before = file.before === undefined ? Buffer.alloc(0) : blobs.get(file.before);
  const after = file.after === undefined ? Buffer.alloc(0) : blobs.get(file.after);
  if (after === undefined) {
    noteUnreadable(cache, file);
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

/** What was known of a segment stays when its new version cannot be read. */
function noteUnreadable(cache: Cache, file: FileChange): void {
  cache.run(
    "INSERT INTO problems VALUES (?, NULL, 'unreadable', ?)",
    file.path,
    `its blob ${file.after} is missing or damaged`,
  );
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
