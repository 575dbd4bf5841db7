import type { Transition } from '../../alert/transition.ts';
import { type Desk, hasTold, ticketOf } from './desk.ts';
import { keyOf, labelOf } from './identity.ts';
import { markOf } from './mark.ts';
import { isClosed, type Ticket } from './ticket.ts';
import { wordAgain } from './word-comment.ts';
import { bodyOf, type Circumstances, titleOf } from './word-ticket.ts';

/** Comments of a ticket past which it is not reopened any more: whoever reads it reads all of them. */
const mostComments = 100;

/** One ticket for the incident, whatever was told before: the alert's last one goes on, or another is opened. */
export async function tellIncident(
  incident: Transition,
  desk: Desk,
  signal: AbortSignal,
): Promise<void> {
  const ticket = await ticketOf(incident, desk, signal);
  if (ticket === undefined) return openTicket(incident, desk, {}, signal);
  if (hasTold(ticket, markOf('incident', incident))) return;
  if (!goesOn(ticket, incident, desk)) {
    const circumstances = ticket.deletedAt === null ? { former: ticket } : {};
    return openTicket(incident, desk, circumstances, signal);
  }
  // The comment comes last: with it the incident counts as told.
  if (isClosed(ticket)) await desk.board.setStatus(ticket, 'todo', signal);
  await desk.board.comment(ticket, wordAgain(incident), signal);
}

/** A ticket that somebody deleted or cancelled is not wanted any more. */
function goesOn(ticket: Ticket, { at }: Transition, { wording }: Desk): boolean {
  if (ticket.deletedAt !== null || ticket.status === 'cancelled') return false;
  if (!isClosed(ticket)) return true;
  const age = at - Date.parse(ticket.statusChangedAt);
  const { reopenWithin } = wording;
  return reopenWithin > 0 && age <= reopenWithin && ticket.comments.length < mostComments;
}

/** A story that is gone, or that never was, must not cost the ticket: without it, it says so. */
async function openTicket(
  incident: Transition,
  desk: Desk,
  circumstances: Circumstances,
  signal: AbortSignal,
): Promise<void> {
  const { board, actor, assignee, story } = desk;
  const ticket = {
    key: keyOf(incident, actor),
    title: titleOf(incident),
    labels: [...new Set([...desk.labels, labelOf(incident, actor)])],
    priority: desk.priorityOf(incident.alert.severity),
    ...(assignee !== undefined && { assignee }),
  };
  const body = bodyOf(incident, desk.wording, circumstances);
  const placed = { ...ticket, body, ...(story !== undefined && { story }) };
  const refusal = await board.create(placed, signal);
  if (refusal === undefined) return;
  const told = { ...circumstances, storyRefused: refusal.message };
  await board.create({ ...ticket, body: bodyOf(incident, desk.wording, told) }, signal);
}
