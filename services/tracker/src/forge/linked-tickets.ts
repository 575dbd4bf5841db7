import { type Cache, textOf } from '../cache/cache.ts';
import { parseRecord } from '../cache/parse-record.ts';
import type { ForgeIssue, Ticket } from '../record/record.ts';
import { type Agreed, readAgreed } from './forge-base.ts';

export interface LinkedTicket {
  readonly ticket: Ticket;
  readonly link: ForgeIssue;
  readonly agreed: Agreed;
}

/** The tickets that are linked to issues of a repository, deleted ones as well, in order of their ids. */
export function readLinked(cache: Cache, repo: string): readonly LinkedTicket[] {
  const rows = cache.all(
    `SELECT doc, forgeBase FROM records
      WHERE type = 'ticket' AND lower(json_extract(doc, '$.forgeIssue.repo')) = ? ORDER BY id`,
    repo.toLowerCase(),
  );
  return rows.flatMap(row => {
    const ticket = parseRecord(textOf(row.doc));
    if (ticket.type !== 'ticket' || ticket.forgeIssue === null) return [];
    return [{ ticket, link: ticket.forgeIssue, agreed: agreedIn(row.forgeBase) }];
  });
}

/** One ticket as it is now; undefined where it is linked to nothing. */
export function readLinkedTicket(cache: Cache, id: string): LinkedTicket | undefined {
  const row = cache.one('SELECT doc, forgeBase FROM records WHERE id = ?', id);
  const ticket = row && parseRecord(textOf(row.doc));
  if (ticket?.type !== 'ticket' || ticket.forgeIssue === null) return undefined;
  return { ticket, link: ticket.forgeIssue, agreed: agreedIn(row?.forgeBase) };
}

/** Open tickets that never had an issue, in order of their numbers. */
export function readUnlinked(cache: Cache): readonly Ticket[] {
  const rows = cache.all(
    `SELECT doc, forgeBase FROM records
      WHERE type = 'ticket' AND deletedAt IS NULL AND closedAt IS NULL
        AND json_extract(doc, '$.forgeIssue') IS NULL ORDER BY number, id`,
  );
  return rows.flatMap(row => {
    const ticket = parseRecord(textOf(row.doc));
    return ticket.type === 'ticket' && !agreedIn(row.forgeBase).gone ? [ticket] : [];
  });
}

function agreedIn(column: unknown): Agreed {
  return readAgreed(typeof column === 'string' ? JSON.parse(column) : null);
}
