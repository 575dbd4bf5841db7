import type { Ticket } from '../record/record.ts';
import { type Agreed, digestOf } from './forge-base.ts';
import { isSameLogin, keyOf, viewOfTicket } from './issue-view.ts';
import { lineFed } from './merge-comments.ts';

/** Whether a linked ticket holds anything that its issue was not told. */
export function isChangedHere(ticket: Ticket, agreed: Agreed): boolean {
  if (ticket.deletedAt !== null) return ticket.deletedAt !== agreed.deletedAt;
  const view = viewOfTicket(ticket);
  return (
    agreed.deletedAt !== null ||
    digestOf(view.title) !== agreed.title ||
    digestOf(view.body) !== agreed.body ||
    view.state !== agreed.state ||
    areLabelsChanged(view.labels, agreed) ||
    isAssigneeChanged(view.assignee, agreed) ||
    areCommentsChanged(ticket, agreed)
  );
}

function areLabelsChanged(labels: readonly string[], agreed: Agreed): boolean {
  const here = new Set(labels.map(keyOf));
  const told = new Set([...agreed.labels, ...agreed.refused.labels].map(keyOf));
  return (
    [...here].some(label => !told.has(label)) ||
    agreed.labels.some(label => !here.has(keyOf(label)))
  );
}

function isAssigneeChanged(assignee: string | null, { assignee: told, refused }: Agreed): boolean {
  if (isSameLogin(assignee, told)) return false;
  return told !== null || !isSameLogin(assignee, refused.assignee);
}

export function areCommentsChanged({ comments }: Ticket, agreed: Agreed): boolean {
  const told = new Map(agreed.comments.map(pair => [pair.here, pair.digest]));
  return (
    comments.length !== told.size ||
    comments.some(({ id, body }) => told.get(id) !== digestOf(lineFed(body)))
  );
}
