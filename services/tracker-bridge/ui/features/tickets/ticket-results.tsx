import type { Story, Ticket } from '@picket/tracker';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { type List, toStories, toTickets } from '../../api/records.ts';
import type { Read } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ReadError } from '../../components/read-error.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { storiesArgv, storiesById } from './known-stories.ts';
import { listArguments } from './list-arguments.ts';
import { Reader } from './reader.tsx';
import { TicketCards } from './ticket-cards.tsx';
import type { TicketListProps } from './ticket-list.ts';
import { TicketPager } from './ticket-pager.tsx';
import { everything, filterCount, type TicketQuery } from './ticket-query.ts';
import styles from './ticket-results.module.css';
import { TicketTable } from './ticket-table.tsx';
import { useNarrow } from './use-narrow.ts';

interface TicketResultsProps {
  readonly query: TicketQuery;
  readonly hrefOf: (change: Partial<TicketQuery>) => string;
  readonly ask: (change: Partial<TicketQuery>) => void;
  /** The button that makes one. */
  readonly newTicket: ReactNode;
}

/** What the question finds. The answer to the one before stays, faded, until there is one. */
export function TicketResults(props: TicketResultsProps) {
  const argv = listArguments(props.query);
  const [read, setRead] = useState<Read<List<Ticket>>>();
  const [last, setLast] = useState<List<Ticket>>();
  if (read?.data !== undefined && read.data !== last) setLast(read.data);
  return (
    <>
      <Reader key={argv.join('\0')} argv={argv} decode={toTickets} onAnswer={setRead} />
      <Answer {...props} read={read} last={last} />
    </>
  );
}

interface AnswerProps extends TicketResultsProps {
  readonly read: Read<List<Ticket>> | undefined;
  readonly last: List<Ticket> | undefined;
}

function Answer({ read, last, query, hrefOf, ask, newTicket }: AnswerProps) {
  const clear = <Link href={hrefOf(everything)}>Clear the filters</Link>;
  const isFiltered = filterCount(query) > 0;
  if (read?.error !== undefined) {
    return (
      <>
        <ReadError error={read.error} onRetry={read.reload} />
        {(isFiltered || query.cursors.length > 0) && <p className={styles.clear}>{clear}</p>}
      </>
    );
  }
  const list = read?.data ?? last;
  if (list === undefined) return <Skeleton lines={8} />;
  const isStale = read?.data === undefined;
  return (
    <div aria-busy={isStale} className={isStale ? styles.stale : styles.results}>
      <p role="status" className={styles.count}>
        {list.total === 1 ? '1 ticket' : `${list.total.toLocaleString('en')} tickets`}
        <JumpToNumber search={query.search} />
      </p>
      {list.items.length === 0 ? (
        <NothingFound isFiltered={isFiltered} clear={clear} newTicket={newTicket} />
      ) : (
        <>
          <Tickets tickets={list.items} query={query} ask={ask} />
          <TicketPager
            query={query}
            nextCursor={list.nextCursor}
            total={list.total}
            hrefOf={hrefOf}
          />
        </>
      )}
    </div>
  );
}

/** As cards on a phone. The stories are read once there is one to name. */
function Tickets(props: Omit<TicketListProps, 'stories'>) {
  const [read, setRead] = useState<Read<List<Story>>>();
  const stories = useMemo(() => read?.data && storiesById(read.data.items), [read?.data]);
  const List = useNarrow() ? TicketCards : TicketTable;
  return (
    <>
      {props.tickets.some(({ storyId }) => storyId !== null) && (
        <Reader argv={storiesArgv} decode={toStories} onAnswer={setRead} />
      )}
      <List {...props} stories={stories} />
    </>
  );
}

/** The search looks for words; whoever types a number means the ticket. */
function JumpToNumber({ search }: { readonly search: string }) {
  const number = /^\s*#?([1-9]\d{0,8})\s*$/.exec(search)?.[1];
  if (number === undefined) return null;
  return <Link href={paths.ticket(number)}>Open ticket #{number}</Link>;
}

interface NothingFoundProps {
  readonly isFiltered: boolean;
  readonly clear: ReactNode;
  readonly newTicket: ReactNode;
}

function NothingFound({ isFiltered, clear, newTicket }: NothingFoundProps) {
  if (isFiltered) {
    return (
      <EmptyState title="No ticket is like that" action={clear}>
        Take a filter away, or search for fewer words.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="There are no tickets yet" action={newTicket}>
      A ticket is a piece of work that one person can finish.
    </EmptyState>
  );
}
