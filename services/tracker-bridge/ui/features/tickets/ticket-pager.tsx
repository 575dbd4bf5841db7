import { Link } from 'wouter';
import { pageSize } from './list-arguments.ts';
import styles from './ticket-pager.module.css';
import { mostPages, type TicketQuery } from './ticket-query.ts';

interface TicketPagerProps {
  readonly query: TicketQuery;
  readonly nextCursor: string | undefined;
  readonly total: number;
  readonly hrefOf: (change: Partial<TicketQuery>) => string;
}

export function TicketPager({ query, nextCursor, total, hrefOf }: TicketPagerProps) {
  const { cursors } = query;
  const page = cursors.length + 1;
  if (page === 1 && nextCursor === undefined) return null;
  const isLast = cursors.length >= mostPages;
  return (
    <nav aria-label="Pages" className={styles.pager}>
      {page > 1 && <Link href={hrefOf({ cursors: cursors.slice(0, -1) })}>Previous page</Link>}
      <span>
        Page {page} of {Math.max(page, Math.ceil(total / pageSize))}
      </span>
      {nextCursor !== undefined && !isLast && (
        <Link href={hrefOf({ cursors: [...cursors, nextCursor] })}>Next page</Link>
      )}
      {nextCursor !== undefined && isLast && <span>For what follows, filter or search.</span>}
    </nav>
  );
}
