import type { FieldValues } from '../event/event.ts';
import type { TrackerRecord } from '../record/record.ts';
import type { Transaction } from './transaction.ts';
import { updateRecord } from './update-record.ts';

/** Begins work on a ticket: the actor's, in progress, and from now unless its work has begun before. */
export function claimTicket(transaction: Transaction, ticket: TrackerRecord): TrackerRecord {
  const begun = ticket.type === 'ticket' && ticket.startWorkAt !== null;
  const set: FieldValues = {
    assignee: transaction.actor,
    status: 'in_progress',
    ...(!begun && { startWorkAt: transaction.at }),
  };
  return updateRecord(transaction, ticket, { set });
}
