import type { Filters } from '../cache/list-query.ts';
import { parseRecord } from '../cache/parse-record.ts';
import { readyTickets } from '../cache/ready-tickets.ts';
import { TrackerError } from '../errors.ts';
import type { TrackerRecord } from '../record/record.ts';
import { claimTicket } from './claim-ticket.ts';
import type { Transaction } from './transaction.ts';

/** Claims the first ready ticket that nobody has. Throws NOTHING_READY if there is none. */
export function claimNext(transaction: Transaction, filters: Filters = {}): TrackerRecord {
  const [doc] = readyTickets(transaction.cache, { ...filters, unclaimed: true, limit: 1 });
  if (doc !== undefined) return claimTicket(transaction, parseRecord(doc));
  throw new TrackerError('NOTHING_READY', 'no ticket is ready that nobody works on', {
    remedy: '`tracker ticket ready` lists those that somebody has, `tracker ticket read` all',
  });
}
