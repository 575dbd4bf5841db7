import type { Status, Ticket } from '@picket/tracker';

/** Where cards were put by hand, on top of what was read last, until a later read shows the same. */
export interface Moves {
  /** How many moves have succeeded so far; a read knows of those before it began. */
  readonly succeeded: number;
  readonly byTicket: ReadonlyMap<string, Moved>;
}

interface Moved {
  /** As the board shows it. */
  readonly ticket: Ticket;
  /** Moves of it that have not ended. */
  readonly pending: number;
  /** As the last of its moves that succeeded left it, and which move of the board that was. */
  readonly stored: { readonly ticket: Ticket; readonly at: number } | undefined;
}

export type MoveEvent =
  | { readonly type: 'moved'; readonly ticket: Ticket; readonly to: Status }
  | { readonly type: 'succeeded'; readonly ticket: Ticket }
  | { readonly type: 'failed'; readonly id: string }
  /** The board was read, by a read that began after so many moves had succeeded. */
  | { readonly type: 'read'; readonly after: number };

export const noMoves: Moves = { succeeded: 0, byTicket: new Map() };

export function nextMoves(moves: Moves, event: MoveEvent): Moves {
  switch (event.type) {
    case 'moved':
      return move(moves, event.ticket, event.to);
    case 'succeeded':
      return succeed(moves, event.ticket);
    case 'failed':
      return fail(moves, event.id);
    case 'read':
      return forget(moves, ({ pending, stored }) => pending === 0 && isBefore(stored, event.after));
  }
}

function move(moves: Moves, ticket: Ticket, to: Status): Moves {
  const before = moves.byTicket.get(ticket.id);
  return put(moves, ticket.id, {
    ticket: { ...ticket, status: to },
    pending: (before?.pending ?? 0) + 1,
    stored: before?.stored,
  });
}

function succeed({ succeeded, byTicket }: Moves, ticket: Ticket): Moves {
  const moves = { succeeded: succeeded + 1, byTicket };
  const before = byTicket.get(ticket.id);
  const pending = (before?.pending ?? 1) - 1;
  // What was asked for last stays in sight until it has ended as well.
  const shown = pending > 0 && before !== undefined ? before.ticket.status : ticket.status;
  return put(moves, ticket.id, {
    ticket: { ...ticket, status: shown },
    pending,
    stored: { ticket, at: moves.succeeded },
  });
}

/** The card goes back to where the last move that succeeded left it, or to where it is read to be. */
function fail(moves: Moves, id: string): Moves {
  const before = moves.byTicket.get(id);
  if (before === undefined) return moves;
  const pending = before.pending - 1;
  if (pending > 0) return put(moves, id, { ...before, pending });
  if (before.stored === undefined) return forget(moves, ({ ticket }) => ticket.id === id);
  return put(moves, id, { ...before, pending, ticket: before.stored.ticket });
}

function put(moves: Moves, id: string, moved: Moved): Moves {
  return { ...moves, byTicket: new Map(moves.byTicket).set(id, moved) };
}

function forget(moves: Moves, isOver: (moved: Moved) => boolean): Moves {
  const left = [...moves.byTicket].filter(([, moved]) => !isOver(moved));
  return left.length === moves.byTicket.size ? moves : { ...moves, byTicket: new Map(left) };
}

const isBefore = (stored: Moved['stored'], after: number): boolean =>
  stored === undefined || stored.at <= after;
