import type { Ticket } from '@picket/tracker';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { Label, PriorityBadge, StatusBadge } from '../../components/badge.tsx';
import { DeletedBadge } from '../../components/deleted-badge.tsx';
import { Person } from '../../components/person.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { KnownStories } from './known-stories.ts';
import { sortedBy, type TicketListProps } from './ticket-list.ts';
import type { SortField } from './ticket-query.ts';
import styles from './ticket-table.module.css';

const columns: readonly { readonly name: string; readonly field?: SortField }[] = [
  { name: 'No.', field: 'number' },
  { name: 'Title', field: 'title' },
  { name: 'Status', field: 'status' },
  { name: 'Priority', field: 'priority' },
  { name: 'Assignee', field: 'assignee' },
  { name: 'Story' },
  { name: 'Updated', field: 'updated' },
];

export function TicketTable({ tickets, stories, query, ask }: TicketListProps) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className={styles.caption}>Tickets</caption>
        <thead>
          <tr>
            {columns.map(({ name, field }) => (
              <th key={name} scope="col" aria-sort={orderOf(query, field)}>
                {field === undefined ? (
                  name
                ) : (
                  <button type="button" onClick={() => ask(sortedBy(field, query))}>
                    {name}
                    <SortIcon order={orderOf(query, field)} />
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tickets.map(ticket => (
            <Row key={ticket.id} ticket={ticket} stories={stories} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly ticket: Ticket;
  readonly stories: KnownStories;
}

function Row({ ticket, stories }: RowProps) {
  return (
    <tr>
      <td className={styles.number}>{ticket.number}</td>
      <th scope="row">
        <Link href={paths.ticket(ticket.number)} className={styles.title}>
          {ticket.title}
        </Link>
        {(ticket.labels.length > 0 || ticket.deletedAt !== null) && (
          <div className={styles.labels}>
            <DeletedBadge record={ticket} />
            {ticket.labels.map(label => (
              <Label key={label}>{label}</Label>
            ))}
          </div>
        )}
      </th>
      <td>
        <StatusBadge status={ticket.status} />
      </td>
      <td>
        <PriorityBadge priority={ticket.priority} />
      </td>
      <td className={styles.name}>
        {ticket.assignee === null ? (
          <span className={styles.none}>–</span>
        ) : (
          <Person actor={ticket.assignee} />
        )}
      </td>
      <td className={styles.name}>
        <StoryOf id={ticket.storyId} stories={stories} />
      </td>
      <td className={styles.time}>
        <RelativeTime at={ticket.updatedAt} />
      </td>
    </tr>
  );
}

interface StoryOfProps {
  readonly id: string | null;
  readonly stories: KnownStories;
}

/** Of a story that is not among those that are read, the way to it. */
function StoryOf({ id, stories }: StoryOfProps) {
  if (id === null) return <span className={styles.none}>–</span>;
  if (stories === undefined) return <span className={styles.none}>…</span>;
  const story = stories.get(id);
  if (story === undefined) return <Link href={paths.story(id)}>An older story</Link>;
  return (
    <Link href={paths.story(story.number)} title={story.title}>
      {story.title}
    </Link>
  );
}

type Order = 'ascending' | 'descending' | undefined;

function orderOf(query: TicketListProps['query'], field: SortField | undefined): Order {
  if (field !== query.sort) return undefined;
  return query.descending ? 'descending' : 'ascending';
}

function SortIcon({ order }: { readonly order: Order }) {
  if (order === undefined)
    return <ChevronsUpDown aria-hidden size={14} className={styles.unsorted} />;
  const Icon = order === 'ascending' ? ArrowUp : ArrowDown;
  return <Icon aria-hidden size={14} />;
}
