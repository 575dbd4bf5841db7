import { type Cache, textOf } from '../cache/cache.ts';
import { parseRecord } from '../cache/parse-record.ts';
import type { TrackerEvent } from '../event/event.ts';
import { parseEvent } from '../event/parse-event.ts';
import { type TicketHistory, ticketHistory } from './ticket-history.ts';

/** Only lines that can tell of a status are parsed: comments are most of what there is. */
const telling = `SELECT record, line FROM events
  WHERE record IN (SELECT id FROM records WHERE type = 'ticket')
    AND (line LIKE '%"create"%' OR line LIKE '%"status"%')
  ORDER BY record, id, line`;

/** The histories of all tickets, of deleted ones, too. */
export function readHistories(cache: Cache): readonly TicketHistory[] {
  const events = new Map<string, TrackerEvent[]>();
  for (const { record, line } of cache.all(telling)) {
    const parsed = parseEvent(textOf(line));
    if (parsed.kind !== 'event') continue;
    const known = events.get(textOf(record));
    if (known === undefined) events.set(textOf(record), [parsed.event]);
    else if (known.at(-1)?.id !== parsed.event.id) known.push(parsed.event);
  }
  return cache
    .all("SELECT doc FROM records WHERE type = 'ticket' ORDER BY number, id")
    .flatMap(row => {
      const ticket = parseRecord(textOf(row.doc));
      return ticket.type === 'ticket' ? [ticketHistory(ticket, events.get(ticket.id) ?? [])] : [];
    });
}
