import { closedStatuses, type Ticket } from '@picket/tracker';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { toTicket, toTickets } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DeletedBadge } from '../../components/deleted-badge.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import styles from './ticket-dependencies.module.css';

/** What the ticket waits for, each read for itself, and what waits for it. */
export function TicketDependencies({ ticket }: { readonly ticket: Ticket }) {
  return (
    <>
      <Section title="Waits for">
        <Waited ids={ticket.dependsOn} />
      </Section>
      <Section title="Is waited for by">
        <Waiting id={ticket.id} />
      </Section>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Each costs a run of the command: the rest is read when it is asked for. */
const shownFirst = 8;

function Waited({ ids }: { readonly ids: readonly string[] }) {
  const [isAll, setIsAll] = useState(false);
  if (ids.length === 0) return <p className={styles.none}>Nothing</p>;
  const shown = isAll ? ids : ids.slice(0, shownFirst);
  return (
    <>
      <ul className={styles.list}>
        {shown.map(id => (
          <WaitedTicket key={id} id={id} />
        ))}
      </ul>
      {shown.length < ids.length && (
        <Button onClick={() => setIsAll(true)}>Show all {ids.length}</Button>
      )}
    </>
  );
}

function WaitedTicket({ id }: { readonly id: string }) {
  const { data, isLoading } = useRead(['ticket', 'read', `--id=${id}`], toTicket);
  if (data !== undefined) return <TicketItem ticket={data} />;
  return <li className={styles.none}>{isLoading ? '…' : 'A ticket that is not known'}</li>;
}

function Waiting({ id }: { readonly id: string }) {
  const argv = ['ticket', 'read', `--depends-on=${id}`, '--limit=50'];
  const { data, error, reload } = useRead(argv, toTickets);
  if (error !== undefined) return <ErrorPanel error={error} onRetry={reload} />;
  if (data === undefined) return <p className={styles.none}>…</p>;
  if (data.items.length === 0) return <p className={styles.none}>Nothing</p>;
  return (
    <>
      <ul className={styles.list}>
        {data.items.map(ticket => (
          <TicketItem key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {data.total > data.items.length && (
        <p className={styles.none}>and {data.total - data.items.length} more</p>
      )}
    </>
  );
}

function TicketItem({ ticket }: { readonly ticket: Ticket }) {
  const isClosed = closedStatuses.includes(ticket.status);
  return (
    <li className={styles.item}>
      <Link href={paths.ticket(ticket.number)} className={isClosed ? styles.closed : undefined}>
        #{ticket.number} {ticket.title}
      </Link>
      <DeletedBadge record={ticket} />
      <StatusBadge status={ticket.status} />
    </li>
  );
}
