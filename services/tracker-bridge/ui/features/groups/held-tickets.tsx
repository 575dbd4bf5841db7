import type { Ticket } from '@picket/tracker';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { List } from '../../api/records.ts';
import type { Read } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Section } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import type { Group } from './group.ts';
import styles from './group-page.module.css';
import { inOrder } from './ticket-order.ts';
import { TicketRows } from './ticket-rows.tsx';

interface HeldTicketsProps {
  readonly group: Group;
  readonly held: Read<List<Ticket>>;
  /** What is said where there are none. */
  readonly empty: string;
  readonly aside?: ReactNode;
}

/** The tickets of a story, or of all stories of an epic. */
export function HeldTickets({ aside, ...tickets }: HeldTicketsProps) {
  return (
    <Section title="Tickets" aside={aside}>
      <Tickets {...tickets} />
    </Section>
  );
}

/** The others are in the list of tickets. */
const mostShown = 50;

function Tickets({ group, held, empty }: Omit<HeldTicketsProps, 'aside'>) {
  const { data, error, reload } = held;
  const shown = useMemo(() => inOrder(data?.items ?? []).slice(0, mostShown), [data]);
  if (error) return <ErrorPanel error={error} onRetry={reload} />;
  if (data === undefined) return <Skeleton lines={3} />;
  if (data.items.length === 0) return <p className={styles.none}>{empty}</p>;
  return (
    <>
      <TicketRows tickets={shown} />
      {shown.length < data.total && (
        <p className={styles.all}>
          <Link href={`${paths.tickets}?${group.type}=${group.number}`}>
            All {data.total.toLocaleString('en')} tickets
          </Link>
        </p>
      )}
    </>
  );
}
