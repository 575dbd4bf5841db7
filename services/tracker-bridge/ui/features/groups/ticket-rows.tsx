import type { Ticket } from '@picket/tracker';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { PriorityBadge, StatusBadge } from '../../components/badge.tsx';
import { personName } from '../../components/person.tsx';
import styles from './ticket-rows.module.css';

/** Tickets one below the other. */
export function TicketRows({ tickets }: { readonly tickets: readonly Ticket[] }) {
  return (
    <ul className={styles.rows}>
      {tickets.map(({ id, number, title, status, priority, assignee }) => (
        <li key={id}>
          <span className={styles.number}>#{number}</span>
          <Link href={paths.ticket(number)}>{title}</Link>
          <span className={styles.facts}>
            {assignee !== null && <span>{personName(assignee)}</span>}
            {priority !== 'medium' && <PriorityBadge priority={priority} />}
            <StatusBadge status={status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
