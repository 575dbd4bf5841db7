import type { TrackerEvent } from '../event/event.ts';
import { type Folded, foldRecord } from '../event/fold.ts';
import { parseEvent } from '../event/parse-event.ts';
import { type Cache, textOf } from './cache.ts';
import { fieldColumns, setFields, stampColumns } from './tables.ts';

/** An event as it is written: the text counts, so that what later versions put into it is kept. */
export interface WrittenEvent {
  readonly event: TrackerEvent;
  readonly line: string;
}

export function insertEvents(cache: Cache, path: string, events: readonly WrittenEvent[]): void {
  const sql = 'INSERT INTO events (id, record, path, line) VALUES (?, ?, ?, ?)';
  for (const { event, line } of events) cache.run(sql, event.id, event.record, path, line);
}

/** Makes the records anew from all their events. */
export function refold(cache: Cache, records: Iterable<string>): void {
  for (const record of records) {
    forget(cache, record);
    const folded = foldRecord(eventsOf(cache, record));
    if (folded !== undefined) insertRecord(cache, folded);
  }
}

/** The events of a record in their order. Of two with one id, which only tampering makes, the first by text counts. */
export function eventsOf(cache: Cache, record: string): readonly TrackerEvent[] {
  const events: TrackerEvent[] = [];
  for (const row of cache.all(
    'SELECT line FROM events WHERE record = ? ORDER BY id, line',
    record,
  )) {
    const parsed = parseEvent(textOf(row.line));
    if (parsed.kind === 'event' && parsed.event.id !== events.at(-1)?.id) events.push(parsed.event);
  }
  return events;
}

function forget(cache: Cache, record: string): void {
  cache.run('DELETE FROM records WHERE id = ?', record);
  cache.run('DELETE FROM members WHERE record = ?', record);
  cache.run('DELETE FROM numbers WHERE record = ?', record);
}

const columns = ['id', 'type', 'number', ...stampColumns, ...fieldColumns];
const insertion = `INSERT INTO records (${columns.map(name => `"${name}"`).join(', ')}, closedAt, forgeBase, search, doc)
  VALUES (${[...columns, 1, 2, 3, 4].map(() => '?').join(', ')})`;

function insertRecord(cache: Cache, folded: Folded): void {
  const { record, numbers, forgeBase, closedAt } = folded;
  const values: Readonly<Record<string, unknown>> = { ...record };
  cache.run(
    insertion,
    ...columns.map(name => scalar(values[name])),
    closedAt,
    forgeBase && JSON.stringify(forgeBase),
    wordsOf(folded),
    JSON.stringify(record),
  );
  for (const number of new Set(numbers)) {
    cache.run('INSERT INTO numbers VALUES (?, ?, ?)', record.type, number, record.id);
  }
  for (const field of setFields) {
    const members = values[field];
    if (!Array.isArray(members)) continue;
    for (const member of members) {
      cache.run('INSERT INTO members VALUES (?, ?, ?)', record.id, field, String(member));
    }
  }
}

function scalar(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function wordsOf({ record }: Folded): string {
  const words = [record.title, record.body];
  if (record.type === 'ticket') {
    words.push(...record.labels, ...record.comments.map(comment => comment.body));
  }
  return words.join('\n').toLowerCase();
}
