import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { personName } from '../../components/person.tsx';
import styles from './lines.module.css';

interface Line {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly assignee: string | null;
}

interface TicketLinesProps<T extends Line> {
  readonly tickets: readonly T[];
  /** What is said where there are none. */
  readonly empty: string;
  readonly note: (ticket: T) => ReactNode;
}

/** Tickets one below the other, each with a few words about why it stands here. */
export function TicketLines<T extends Line>({ tickets, empty, note }: TicketLinesProps<T>) {
  if (tickets.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul className={styles.lines}>
      {tickets.map(ticket => (
        <li key={ticket.id}>
          <Link href={paths.ticket(ticket.number)} className={styles.title}>
            <span className={styles.number}>#{ticket.number}</span> {ticket.title}
          </Link>
          <p className={styles.note}>
            <span>{note(ticket)}</span>
            {ticket.assignee !== null && <span>{personName(ticket.assignee)}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
