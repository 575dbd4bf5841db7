import { TrackerError } from '../errors.ts';
import type { Origin } from '../event/event.ts';
import { faultOfText } from '../record/check-value.ts';
import { longestBody } from '../record/fields.ts';
import type { Comment, Ticket, TrackerRecord } from '../record/record.ts';
import type { Transaction } from './transaction.ts';
import { refuseDeleted } from './update-record.ts';

/** GitHub's limit, so that a ticket always fits an issue. */
export const mostComments = 2_500;

/** Adds a comment at the end of a ticket's. Throws INVALID for a text it can't hold, and for one comment too many. */
export function addComment(
  transaction: Transaction,
  ticket: TrackerRecord,
  body: string,
  origin?: Origin,
): { readonly ticket: TrackerRecord; readonly comment: string } {
  const { comments } = commentable(ticket);
  validateBody(body);
  if (comments.length >= mostComments) {
    throw new TrackerError(
      'INVALID',
      `ticket ${ticket.number} has ${mostComments} comments, the most it may have`,
      {
        remedy: 'delete some, or go on in a new ticket',
      },
    );
  }
  const comment = transaction.newId();
  return {
    ticket: transaction.add('ticket', ticket.id, {
      op: 'comment',
      comment,
      body,
      ...(origin && { origin }),
    }),
    comment,
  };
}

/** Gives a comment another text. Throws NOT_FOUND if the ticket has no such comment. */
export function editComment(
  transaction: Transaction,
  ticket: TrackerRecord,
  comment: string,
  body: string,
): TrackerRecord {
  const { id, body: current } = findComment(ticket, comment);
  validateBody(body);
  if (current === body) return ticket;
  return transaction.add('ticket', ticket.id, { op: 'edit-comment', comment: id, body });
}

/** Takes a comment away; its history stays. Throws NOT_FOUND if the ticket has no such comment. */
export function deleteComment(
  transaction: Transaction,
  ticket: TrackerRecord,
  comment: string,
): TrackerRecord {
  const { id } = findComment(ticket, comment);
  return transaction.add('ticket', ticket.id, { op: 'delete-comment', comment: id });
}

function findComment(ticket: TrackerRecord, given: string): Comment {
  const found = commentable(ticket).comments.find(({ id }) => id === given.toUpperCase());
  if (found !== undefined) return found;
  throw new TrackerError(
    'NOT_FOUND',
    `ticket ${ticket.number} has no comment ${JSON.stringify(given)}`,
    { remedy: `\`tracker ticket read --id=${ticket.number} --format json\` tells their ids` },
  );
}

function commentable(record: TrackerRecord): Ticket {
  refuseDeleted(record);
  if (record.type === 'ticket') return record;
  throw new TrackerError('INVALID', `a ${record.type} has no comments`, {
    remedy: 'comment on a ticket',
  });
}

function validateBody(body: string): void {
  const fault = body.trim() === '' ? 'must not be empty' : faultOfText(longestBody, body);
  if (fault === undefined) return;
  throw new TrackerError('INVALID', `the comment ${fault}`, {
    remedy: `say something, in at most ${longestBody} characters`,
    problems: [`body ${fault}`],
  });
}
