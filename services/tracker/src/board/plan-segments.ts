import type { WrittenEvent } from '../cache/apply-events.ts';
import { type Cache, numberOf, textOf } from '../cache/cache.ts';
import type { TrackerEvent } from '../event/event.ts';
import { parseSegmentPath, segmentLimit, segmentPath } from '../store/segment.ts';

/** What is appended to one segment of this clone. */
export interface PlannedSegment {
  readonly file: { readonly path: string; readonly append: Buffer };
  /** Bytes of the segment afterwards. */
  readonly size: number;
  readonly events: readonly TrackerEvent[];
}

/** A segment that lines are being added to. */
interface OpenSegment {
  readonly number: number;
  readonly lines: string[];
  readonly events: TrackerEvent[];
  size: number;
}

/** Lays the events into the writer's last segment, and into new ones where they are full. */
export function planSegments(
  cache: Cache,
  writer: string,
  written: readonly WrittenEvent[],
): readonly PlannedSegment[] {
  const last = lastSegment(cache, writer);
  const planned: OpenSegment[] = [];
  let open: OpenSegment = { ...last, lines: [], events: [] };
  for (const { event, line } of written) {
    const length = Buffer.byteLength(line) + 1;
    if (open.size > 0 && open.size + length > segmentLimit) {
      planned.push(open);
      open = { number: open.number + 1, size: 0, lines: [], events: [] };
    }
    open.lines.push(`${line}\n`);
    open.events.push(event);
    open.size += length;
  }
  return [...planned, open]
    .filter(({ lines }) => lines.length > 0)
    .map(({ number, size, lines, events: placed }) => ({
      file: { path: segmentPath(writer, number), append: Buffer.from(lines.join('')) },
      size,
      events: placed,
    }));
}

/** Whether it is one that was begun because the one before it was full. */
export function beginsAnother({ file, size }: PlannedSegment): boolean {
  const number = parseSegmentPath(file.path)?.number ?? 0;
  return number > 1 && size === file.append.length;
}

function lastSegment(cache: Cache, writer: string): { number: number; size: number } {
  const row = cache.one(
    'SELECT path, size FROM segments WHERE path GLOB ? ORDER BY path DESC LIMIT 1',
    `segments/${writer}/*`,
  );
  const name = row && parseSegmentPath(textOf(row.path));
  return name ? { number: name.number, size: numberOf(row?.size) } : { number: 1, size: 0 };
}
