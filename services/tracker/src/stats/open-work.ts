import { closedStatuses } from '../record/fields.ts';
import type { Ticket } from '../record/record.ts';
import { dayLength } from './day.ts';
import { closedAt, type TicketHistory } from './ticket-history.ts';

/** A ticket that waits, and for how many whole days. */
export interface Waiting {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly status: string;
  readonly assignee: string | null;
  readonly since: string;
  readonly days: number;
}

/** In progress, and untouched for more than `days`; the longest first. */
export function stuckTickets(
  histories: readonly TicketHistory[],
  now: number,
  days: number,
): readonly Waiting[] {
  return histories
    .filter(({ ticket }) => ticket.status === 'in_progress')
    .filter(({ ticket }) => now - Date.parse(ticket.updatedAt) > days * dayLength)
    .map(({ ticket }) => waiting(ticket, ticket.updatedAt, now))
    .sort(bySince);
}

/** Open, the oldest first. */
export function oldestOpen(
  histories: readonly TicketHistory[],
  now: number,
  most: number,
): readonly Waiting[] {
  return histories
    .filter(({ ticket }) => !closedStatuses.includes(ticket.status))
    .map(({ ticket }) => waiting(ticket, ticket.createdAt, now))
    .sort(bySince)
    .slice(0, most);
}

function waiting(ticket: Ticket, since: string, now: number): Waiting {
  const { id, number, title, status, assignee } = ticket;
  const days = Math.max(0, Math.floor((now - Date.parse(since)) / dayLength));
  return { id, number, title, status, assignee, since, days };
}

function bySince(one: Waiting, other: Waiting): number {
  if (one.since !== other.since) return one.since < other.since ? -1 : 1;
  return one.number - other.number;
}

export interface Assignee {
  /** Null: nobody's. */
  readonly assignee: string | null;
  readonly open: number;
  /** Of those open. */
  readonly inProgress: number;
  /** Done since the moment asked for. */
  readonly done: number;
}

/** Who has how much; whoever has most open first. Those who have nothing open and did nothing since are left out. */
export function byAssignee(
  histories: readonly TicketHistory[],
  since: number,
): readonly Assignee[] {
  const found = new Map<string | null, { open: number; inProgress: number; done: number }>();
  for (const history of histories) {
    const { assignee, status } = history.ticket;
    const open = !closedStatuses.includes(status);
    const done = status === 'done' && (closedAt(history) ?? 0) >= since;
    if (!open && !done) continue;
    const counts = found.get(assignee) ?? { open: 0, inProgress: 0, done: 0 };
    found.set(assignee, counts);
    if (open) counts.open += 1;
    if (status === 'in_progress') counts.inProgress += 1;
    if (done) counts.done += 1;
  }
  return [...found]
    .map(([assignee, counts]) => ({ assignee, ...counts }))
    .sort((one, other) => other.open - one.open || other.done - one.done || inOrder(one, other));
}

function inOrder(one: Assignee, other: Assignee): number {
  return (one.assignee ?? '') < (other.assignee ?? '') ? -1 : 1;
}
