import type { TrackerEvent } from '../event/event.ts';
import { type ParsedEvent, parseEvent } from '../event/parse-event.ts';
import { readBlobs, readChanges, readTree } from '../store/read-objects.ts';
import type { Repository } from '../store/repository.ts';
import { linesOf, parseSegmentPath } from '../store/segment.ts';

/** A line of a segment. */
export interface NewLine {
  readonly path: string;
  readonly parsed: ParsedEvent;
}

/** The lines that the segments of `commit` have and those of `than` have not; all of them without a `than`. */
export async function readNewLines(
  repository: Repository,
  commit: string,
  than: string | undefined,
): Promise<readonly NewLine[]> {
  const changes =
    (than === undefined ? undefined : await readChanges(repository, than, commit)) ??
    (await readTree(repository, commit)).map(({ path, oid }) => ({
      path,
      before: undefined,
      after: oid,
    }));
  const segments = changes.filter(({ path }) => parseSegmentPath(path) !== undefined);
  const oids = segments.flatMap(({ before, after }) => [before, after]);
  const blobs = await readBlobs(
    repository,
    oids.filter(oid => oid !== undefined),
  );
  const linesIn = (oid: string | undefined): readonly string[] =>
    linesOf((oid && blobs.get(oid)) || Buffer.alloc(0));
  return segments.flatMap(({ path, before, after }) => {
    const known = new Set(linesIn(before));
    return linesIn(after)
      .filter(line => !known.has(line))
      .map(line => ({ path, parsed: parseEvent(line) }));
  });
}

export function eventsIn(lines: readonly NewLine[]): readonly TrackerEvent[] {
  return lines.flatMap(({ parsed }) => (parsed.kind === 'event' ? [parsed.event] : []));
}

const mostWarnings = 10;

/** What came and is no event: where, and why not. */
export function warningsOf(lines: readonly NewLine[]): readonly string[] {
  const corrupt = lines.flatMap(({ path, parsed }) =>
    parsed.kind === 'corrupt' ? [`a line of ${path} cannot be read: ${parsed.reason}`] : [],
  );
  const more = corrupt.length - mostWarnings;
  return [...corrupt.slice(0, mostWarnings), ...(more > 0 ? [`and ${more} more lines`] : [])];
}
