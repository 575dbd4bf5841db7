import { type Status, statuses, type Ticket } from '@picket/tracker';
import type { Moves } from './board-moves.ts';

export interface Column {
  /** The newest. */
  readonly tickets: readonly Ticket[];
  /** Those that are not shown included. */
  readonly total: number;
}

export type Columns = Readonly<Record<Status, Column>>;

/**
 * What was read, with the moves on top. Columns are read one by one, so that a ticket may have been found in two: where
 * it changed last counts. Each ticket stands in one column only.
 */
export function movedColumns(read: Columns, moves: Moves): Columns {
  const newest = newestVersions(read);
  return columnsOf(status => {
    const { tickets, total } = read[status];
    const moved = [...moves.byTicket.values()].map(({ ticket }) => ticket);
    const came = moved.filter(ticket => ticket.status === status);
    const stayed = tickets.filter(
      ticket => newest.get(ticket.id) === ticket && !moves.byTicket.has(ticket.id),
    );
    const double = tickets.filter(ticket => newest.get(ticket.id) !== ticket).length;
    const change = moved.reduce((sum, { id, status: now }) => {
      const was = newest.get(id)?.status;
      return sum + Number(now === status) - Number(was === status);
    }, 0);
    return { tickets: [...came.toReversed(), ...stayed], total: total - double + change };
  });
}

export function columnsOf(column: (status: Status) => Column): Columns {
  return {
    backlog: column('backlog'),
    todo: column('todo'),
    in_progress: column('in_progress'),
    done: column('done'),
    cancelled: column('cancelled'),
  };
}

/** All that the columns show, by id. */
export function ticketsById(columns: Columns): ReadonlyMap<string, Ticket> {
  return new Map(
    statuses.flatMap(status =>
      columns[status].tickets.map((ticket): [string, Ticket] => [ticket.id, ticket]),
    ),
  );
}

function newestVersions(read: Columns): ReadonlyMap<string, Ticket> {
  const newest = new Map<string, Ticket>();
  for (const status of statuses) {
    for (const ticket of read[status].tickets) {
      const other = newest.get(ticket.id);
      if (other === undefined || other.updatedAt < ticket.updatedAt) newest.set(ticket.id, ticket);
    }
  }
  return newest;
}
