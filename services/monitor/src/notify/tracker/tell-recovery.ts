import type { Transition } from '../../alert/transition.ts';
import { type Desk, hasTold, tellsOf, ticketOf } from './desk.ts';
import { markOf } from './mark.ts';
import { isClosed } from './ticket.ts';
import { wordRecovery } from './word-comment.ts';

/**
 * Closes the alert's ticket with a comment. One that somebody closed is only commented on, one that somebody deleted
 * is left alone; where the incident never came to a ticket there is nothing to do.
 */
export async function tellRecovery(
  recovery: Transition,
  desk: Desk,
  signal: AbortSignal,
): Promise<void> {
  const ticket = await ticketOf(recovery, desk, signal);
  if (ticket === undefined || ticket.deletedAt !== null) return;
  if (hasTold(ticket, markOf('recovery', recovery))) return;
  if (isClosed(ticket) && !tellsOf(ticket, recovery)) return;
  // The comment comes last: with it the recovery counts as told.
  if (!isClosed(ticket)) await desk.board.setStatus(ticket, 'done', signal);
  await desk.board.comment(ticket, wordRecovery(recovery), signal);
}
