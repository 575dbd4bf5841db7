import type { Transaction } from '../board/transaction.ts';
import { updateRecord } from '../board/update-record.ts';
import { recordById } from '../cache/find-record.ts';
import type { FieldValue } from '../record/field.ts';
import { closedStatuses, type Status } from '../record/fields.ts';
import type { Ticket } from '../record/record.ts';
import {
  type Agreed,
  digestOf,
  type IssueState,
  isSameAgreement,
  writeAgreed,
} from './forge-base.ts';
import { keyOf } from './issue-view.ts';
import { type CommentStep, lineFed } from './merge-comments.ts';
import type { Settlement } from './settlement.ts';

/**
 * Records a settlement: what the ticket takes, and what both now agree on. What was changed here since it was decided
 * stays, and is not agreed on, so that the next sync merges it. Returns whether the ticket took anything.
 */
export function applySettlement(transaction: Transaction, settlement: Settlement): boolean {
  const { ticket } = settlement;
  const now = recordById(transaction.cache, ticket.id);
  if (now?.type !== 'ticket' || now.forgeIssue?.number !== ticket.forgeIssue?.number) return false;
  if (now.deletedAt !== ticket.deletedAt) return false;
  if (now.deletedAt !== null) {
    recordLink(transaction, now, settlement, settlement.agreed);
    return false;
  }
  const fields = takeFields(transaction, now, settlement);
  const comments = takeComments(transaction, now, settlement);
  const agreed: Agreed = {
    ...settlement.agreed,
    ...fields.disagreed,
    comments: settlement.agreed.comments
      .filter(pair => !comments.unpaired.has(pair.here))
      .concat(comments.kept),
  };
  recordLink(transaction, now, settlement, agreed);
  return fields.taken || comments.taken;
}

function recordLink(
  transaction: Transaction,
  now: Ticket,
  { before, issue }: Settlement,
  agreed: Agreed,
): void {
  const isSameLink =
    issue?.number === now.forgeIssue?.number && issue?.repo === now.forgeIssue?.repo;
  if (isSameLink && isSameAgreement(before, agreed)) return;
  transaction.add('ticket', now.id, { op: 'link-forge', issue, base: writeAgreed(agreed) });
}

interface TakenFields {
  readonly taken: boolean;
  /** The parts of the agreement that stay as they were. */
  readonly disagreed: Partial<Agreed>;
}

function takeFields(transaction: Transaction, now: Ticket, settlement: Settlement): TakenFields {
  const { ticket, here, before } = settlement;
  const set: Record<string, FieldValue> = {};
  const disagreed: { -readonly [Name in keyof Agreed]?: Agreed[Name] } = {};
  if (here.title !== undefined) {
    if (now.title === ticket.title) set.title = here.title;
    else disagreed.title = before.title;
  }
  if (here.body !== undefined) {
    if (now.body === ticket.body) set.body = here.body;
    else disagreed.body = before.body;
  }
  if (here.state !== undefined) {
    if (now.status === ticket.status) set.status = statusFor(here.state, now.status);
    else disagreed.state = before.state;
  }
  if (here.assignee !== undefined) {
    if (now.assignee === ticket.assignee) set.assignee = here.assignee;
    else disagreed.assignee = before.assignee;
  }
  const removed = new Set(here.removeLabels.map(keyOf));
  const changed = updateRecord(transaction, now, {
    set,
    add: { labels: here.addLabels },
    remove: { labels: now.labels.filter(label => removed.has(keyOf(label))) },
  });
  return { taken: changed !== now, disagreed };
}

/** The finer statuses of open work are the tracker's own; an issue opened again is work to do. */
function statusFor(state: IssueState, status: Status): Status {
  if (state !== 'open') return state;
  return closedStatuses.includes(status) ? 'todo' : status;
}

interface TakenComments {
  readonly taken: boolean;
  /** Pairs that were decided on but do not hold, and those that hold in their place. */
  readonly unpaired: ReadonlySet<string>;
  readonly kept: Agreed['comments'];
}

function takeComments(
  transaction: Transaction,
  now: Ticket,
  settlement: Settlement,
): TakenComments {
  const bodies = new Map(now.comments.map(({ id, body }) => [id, body]));
  const unpaired = new Set<string>();
  const kept: Agreed['comments'][number][] = [];
  let taken = false;
  for (const { id, body } of settlement.added) {
    transaction.add('ticket', now.id, { op: 'comment', comment: id, body });
    taken = true;
  }
  for (const step of settlement.comments ?? []) {
    if (step.kind === 'editHere' && !isStill(bodies.get(step.pair.here), step.seen)) {
      unpaired.add(step.pair.here);
      if (step.before !== undefined) kept.push(step.before);
    } else {
      taken = takeComment(transaction, now, bodies, step) || taken;
    }
  }
  return { taken, unpaired, kept };
}

function takeComment(
  transaction: Transaction,
  now: Ticket,
  bodies: ReadonlyMap<string, string>,
  step: CommentStep,
): boolean {
  if (step.kind === 'addHere' && !bodies.has(step.pair.here)) {
    const { body, at, by } = step;
    const comment = step.pair.here;
    transaction.add('ticket', now.id, { op: 'comment', comment, body, origin: { at, by } });
    return true;
  }
  if (step.kind === 'editHere') {
    const comment = step.pair.here;
    transaction.add('ticket', now.id, { op: 'edit-comment', comment, body: step.body });
    return true;
  }
  if (step.kind === 'deleteHere' && isStill(bodies.get(step.before.here), step.seen)) {
    transaction.add('ticket', now.id, { op: 'delete-comment', comment: step.before.here });
    return true;
  }
  return false;
}

function isStill(body: string | undefined, seen: string): boolean {
  return body !== undefined && digestOf(lineFed(body)) === digestOf(seen);
}
