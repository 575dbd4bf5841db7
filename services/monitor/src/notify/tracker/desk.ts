import type { Transition } from '../../alert/transition.ts';
import type { Board } from './board.ts';
import { labelOf } from './identity.ts';
import { isSame, type Mark, readMark } from './mark.ts';
import { marksIn, type Ticket } from './ticket.ts';
import type { Wording } from './word-ticket.ts';

/** Everything that is needed to work on the tickets of a channel. */
export interface Desk {
  readonly board: Board;
  readonly actor: string;
  readonly wording: Wording;
  /** Of new tickets. */
  readonly labels: readonly string[];
  readonly priorityOf: (severity: Transition['alert']['severity']) => string;
  readonly assignee?: string;
  readonly story?: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The alert's ticket, which may be closed or deleted: of several the newest that is Picket's own. */
export async function ticketOf(
  transition: Transition,
  { board, actor }: Desk,
  signal: AbortSignal,
): Promise<Ticket | undefined> {
  const tickets = await board.labelled(labelOf(transition, actor), signal);
  return tickets.find(({ createdBy, body }) => createdBy === actor || readMark(body) !== undefined);
}

export function hasTold(ticket: Ticket, mark: Mark): boolean {
  return marksIn(ticket).some(told => isSame(told.mark, mark));
}

/** Whether the ticket was told of the incident; somebody may have written its text anew since. */
export function tellsOf(ticket: Ticket, { beganAt }: Transition): boolean {
  return (
    Date.parse(ticket.createdAt) >= beganAt ||
    marksIn(ticket).some(({ mark }) => mark.kind === 'incident' && mark.beganAt === beganAt)
  );
}
