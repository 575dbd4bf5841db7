import { eventsOf } from '../cache/apply-events.ts';
import { type Cache, textOf } from '../cache/cache.ts';
import type { TrackerEvent } from '../event/event.ts';
import { parseEvent } from '../event/parse-event.ts';
import { changesOf, type RecordedChange } from './changes.ts';

export interface HistoryQuery {
  /** The id of a record; undefined for the whole board. */
  readonly record: string | undefined;
  readonly actor: string | undefined;
  /** Moments in milliseconds since 1970, both included. */
  readonly since: number | undefined;
  readonly until: number | undefined;
  /** The id of the event before which the page begins. */
  readonly before: string | undefined;
  readonly limit: number;
}

export interface HistoryPage {
  /** Newest first. */
  readonly items: readonly RecordedChange[];
  /** What to give as `before` for the next page; undefined on the last. */
  readonly next: string | undefined;
}

/** A page of what happened, newest first in causal order. */
export function listHistory(cache: Cache, query: HistoryQuery): HistoryPage {
  const found: TrackerEvent[] = [];
  for (const event of newestFirst(cache, query.record, query.before)) {
    if (!isWanted(event, query)) continue;
    found.push(event);
    if (found.length > query.limit) break;
  }
  const page = found.slice(0, query.limit);
  const next = found.length > query.limit ? page.at(-1)?.id : undefined;
  return { items: withChanges(cache, page), next };
}

/** Read in slices, so that a long history is not in memory as a whole. */
const slice = 500;

function* newestFirst(
  cache: Cache,
  record: string | undefined,
  before: string | undefined,
): Generator<TrackerEvent> {
  const [condition, values] = record === undefined ? ['', []] : ['record = ? AND', [record]];
  const sql = `SELECT id, line FROM events WHERE ${condition} id < ? ORDER BY id DESC, line LIMIT ${slice}`;
  let last = before ?? '~';
  for (;;) {
    const rows = cache.all(sql, ...values, last);
    for (const row of rows) {
      const id = textOf(row.id);
      const parsed = id === last ? undefined : parseEvent(textOf(row.line));
      last = id;
      if (parsed?.kind === 'event') yield parsed.event;
    }
    if (rows.length < slice) return;
  }
}

function isWanted(event: TrackerEvent, { actor, since, until }: HistoryQuery): boolean {
  if (actor !== undefined && event.by !== actor) return false;
  const at = Date.parse(event.at);
  return (since === undefined || at >= since) && (until === undefined || at <= until);
}

/** Each record is folded once, however many of its events are on the page, and the others of its events are passed over. */
function withChanges(cache: Cache, events: readonly TrackerEvent[]): readonly RecordedChange[] {
  const wanted = new Set(events.map(({ id }) => id));
  const known = new Map<string, ReadonlyMap<string, RecordedChange>>();
  return events.map(event => {
    const changes = known.get(event.record) ?? byEvent(cache, event.record, wanted);
    known.set(event.record, changes);
    return changes.get(event.id) ?? { event, record: undefined, changes: [] };
  });
}

function byEvent(
  cache: Cache,
  record: string,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, RecordedChange> {
  const changes = changesOf(eventsOf(cache, record), ({ id }) => wanted.has(id));
  return new Map(changes.map(change => [change.event.id, change]));
}
