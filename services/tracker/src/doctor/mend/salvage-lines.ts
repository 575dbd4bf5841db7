import { textOf } from '../../cache/cache.ts';
import type { NewFile } from '../../store/commit.ts';
import { mergeSegments } from '../../store/merge-segments.ts';
import { readBlobs, readTree } from '../../store/read-objects.ts';
import { withStoredCache } from '../known-commits.ts';
import type { Patient, Started } from '../patient.ts';
import { commitFiles } from './commit-files.ts';

/** Commits the lines that the cache still has and the branch has not. */
export async function salvageLines(patient: Patient): Promise<void> {
  const lines = await storedLines(patient);
  await commitFiles(patient, 'doctor: lines that the cache still had', started =>
    filesWith(started, lines),
  );
}

/** The files of the branch that these lines are missing from, with them. A file that cannot be read is left. */
export async function filesWith(
  started: Started,
  lines: ReadonlyMap<string, readonly string[]>,
): Promise<readonly NewFile[]> {
  const tree = await readTree(started, started.head);
  const wanted = tree.filter(({ path }) => lines.has(path));
  const blobs = await readBlobs(
    started,
    wanted.map(({ oid }) => oid),
  );
  const files: NewFile[] = [];
  for (const [path, known] of lines) {
    const oid = wanted.find(file => file.path === path)?.oid;
    const before = oid === undefined ? Buffer.alloc(0) : blobs.get(oid);
    if (before === undefined) continue;
    const content = mergeSegments(before, Buffer.from(known.map(line => `${line}\n`).join('')));
    const isNew = content.length > before.length;
    if (isNew) files.push({ path, content });
  }
  return files;
}

/** What the cache has of each segment, in the order in which it was read. */
export async function storedLines(
  patient: Patient,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = new Map<string, string[]>();
  const repository = await patient.repository();
  withStoredCache(repository, cache => {
    for (const row of cache.all("SELECT path, line FROM events WHERE path <> '' ORDER BY key")) {
      const path = textOf(row.path);
      const known = lines.get(path);
      if (known === undefined) lines.set(path, [textOf(row.line)]);
      else known.push(textOf(row.line));
    }
  });
  return lines;
}
