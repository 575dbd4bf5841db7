import type { TrackerEvent } from '../event/event.ts';
import { closedStatuses, type Status, statuses } from '../record/fields.ts';
import type { Ticket } from '../record/record.ts';

interface StatusChange {
  /** Milliseconds since 1970, never before the change before it: clocks of two machines may differ. */
  readonly at: number;
  readonly status: Status;
}

/** A ticket and every status it had, the first being the one it was made with. */
export interface TicketHistory {
  readonly ticket: Ticket;
  readonly changes: readonly StatusChange[];
}

/** `events` are those of the ticket, in order; only `create` and edits of the status count. */
export function ticketHistory(ticket: Ticket, events: readonly TrackerEvent[]): TicketHistory {
  const changes: StatusChange[] = [];
  for (const event of events) {
    if (event.op !== 'create' && event.op !== 'edit') continue;
    const last = changes.at(-1);
    if ((event.op === 'create') !== (last === undefined)) continue;
    const status = statusIn(event.set?.status) ?? (last === undefined ? 'backlog' : last.status);
    if (status === last?.status) continue;
    const at = Date.parse(event.origin?.at ?? event.at);
    changes.push({ at: Math.max(at, last?.at ?? at), status });
  }
  return { ticket, changes };
}

/** When it came to the closed status that it is in, be it by way of another; undefined while it is open. */
export function closedAt({ changes }: TicketHistory): number | undefined {
  let since: number | undefined;
  for (const { at, status } of changes) {
    since = closedStatuses.includes(status) ? (since ?? at) : undefined;
  }
  return since;
}

/** When work on it first began; undefined if it never was in progress. */
export function startedAt({ changes }: TicketHistory): number | undefined {
  return changes.find(({ status }) => status === 'in_progress')?.at;
}

function statusIn(value: unknown): Status | undefined {
  return statuses.find(status => status === value);
}
