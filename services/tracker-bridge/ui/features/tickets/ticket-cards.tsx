import type { Story, Ticket } from '@picket/tracker';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { Label, PriorityBadge, StatusBadge } from '../../components/badge.tsx';
import { DeletedBadge } from '../../components/deleted-badge.tsx';
import { Person } from '../../components/person.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import styles from './ticket-cards.module.css';
import type { TicketListProps } from './ticket-list.ts';

export function TicketCards({ tickets, stories }: TicketListProps) {
  return (
    <ul aria-label="Tickets" className={styles.cards}>
      {tickets.map(ticket => (
        <Card key={ticket.id} ticket={ticket} story={stories?.get(ticket.storyId ?? '')} />
      ))}
    </ul>
  );
}

interface CardProps {
  readonly ticket: Ticket;
  readonly story: Story | undefined;
}

function Card({ ticket, story }: CardProps) {
  return (
    <li className={styles.card}>
      <Link href={paths.ticket(ticket.number)} className={styles.title}>
        <span className={styles.number}>#{ticket.number}</span> {ticket.title}
      </Link>
      <div className={styles.badges}>
        <DeletedBadge record={ticket} />
        <StatusBadge status={ticket.status} />
        <PriorityBadge priority={ticket.priority} />
        {ticket.labels.map(label => (
          <Label key={label}>{label}</Label>
        ))}
      </div>
      {story && <p className={styles.story}>{story.title}</p>}
      <p className={styles.foot}>
        {ticket.assignee === null ? <span>Nobody</span> : <Person actor={ticket.assignee} />}
        <RelativeTime at={ticket.updatedAt} />
      </p>
    </li>
  );
}
