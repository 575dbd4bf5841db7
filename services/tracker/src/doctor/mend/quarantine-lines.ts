import { textOf } from '../../cache/cache.ts';
import { parseEvent } from '../../event/parse-event.ts';
import type { NewFile } from '../../store/commit.ts';
import { quarantinePath } from '../../store/quarantine.ts';
import { readBlobs, readTree } from '../../store/read-objects.ts';
import { parseSegmentPath } from '../../store/segment.ts';
import type { Patient } from '../patient.ts';
import { commitFiles } from './commit-files.ts';

/** Moves the lines that are no events out of their segments, in one commit. The others stay byte for byte. */
export async function quarantineLines(patient: Patient): Promise<void> {
  await commitFiles(patient, 'doctor: lines put into quarantine', async started => {
    const cache = await patient.records();
    const rows = cache.all("SELECT DISTINCT path FROM problems WHERE kind = 'corrupt'");
    const paths = new Set(rows.map(row => textOf(row.path)));
    const tree = (await readTree(started, started.head)).filter(({ path }) => paths.has(path));
    const blobs = await readBlobs(
      started,
      tree.map(({ oid }) => oid),
    );
    return tree.flatMap(({ path, oid }) => {
      const content = blobs.get(oid);
      return content === undefined ? [] : withoutCorrupt(path, content);
    });
  });
}

function withoutCorrupt(path: string, content: Buffer): readonly NewFile[] {
  const name = parseSegmentPath(path);
  const good: Buffer[] = [];
  const bad: Buffer[] = [];
  for (const line of linesWithEnds(content)) {
    const text = line.toString().replace(/\n$/, '');
    if (text !== '' && parseEvent(text).kind === 'corrupt') bad.push(line);
    else good.push(line);
  }
  if (name === undefined || bad.length === 0) return [];
  const aside = Buffer.concat(bad);
  return [
    { path, content: Buffer.concat(good) },
    { path: quarantinePath(name, aside), content: aside },
  ];
}

function* linesWithEnds(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(10, at);
    const next = end === -1 ? content.length : end + 1;
    yield content.subarray(at, next);
    at = next;
  }
}
