import { type Status, statuses, type Ticket } from '@picket/tracker';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { toEpics, toStories } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { statusNames } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useNotice } from '../../components/notices.tsx';
import { Page } from '../../components/page.tsx';
import { ReadError } from '../../components/read-error.tsx';
import { NewTicketDialog } from '../tickets/new-ticket-dialog.tsx';
import { filterFlags, filtersOf, storyOf, withFilters } from './board-filters.ts';
import styles from './board-page.module.css';
import { BoardSkeleton } from './board-skeleton.tsx';
import { BoardView } from './board-view.tsx';
import { FailedMoves } from './failed-moves.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useBoard } from './use-board.ts';
import { useFailedMoves } from './use-failed-moves.ts';
import { useKnownValues } from './use-known-values.ts';

/** Cards of a column, and how many more are shown at a time. */
const page = 50;
const parents = ['--sort=-updated', '--limit=500'] as const;

export default function BoardPage() {
  const [address, setAddress] = useSearchParams();
  const filters = filtersOf(address);
  const flags = filterFlags(filters);
  const [isCancelledShown, showCancelled] = useState(false);
  const [limits, setLimits] = useState(initialLimits);
  const board = useBoard({
    flags,
    limits: isCancelledShown ? limits : { ...limits, cancelled: 1 },
  });
  const stories = useRead(['story', 'read', ...parents], toStories);
  const epics = useRead(['epic', 'read', ...parents], toEpics);
  const titles = useMemo(
    () => new Map(stories.data?.items.map(({ id, title }) => [id, title])),
    [stories.data],
  );
  const tickets = statuses.flatMap(status => board.data?.columns[status].tickets ?? []);
  const assignees = useKnownValues(tickets.flatMap(({ assignee }) => assignee ?? []));
  const labels = useKnownValues(tickets.flatMap(ticket => ticket.labels));
  const [isNew, setIsNew] = useState(false);
  const failed = useFailedMoves();
  const notice = useNotice();

  const move = async (ticket: Ticket, to: Status) => {
    const { error } = await board.move(ticket, to);
    if (error === undefined) notice(`#${ticket.number} is in ${statusNames[to]} now`);
    else failed.add({ number: ticket.number, to, reason: error.message });
  };
  const { data, error } = board;
  const isEmpty = statuses.every(status => data?.columns[status].total === 0);
  const newTicket = (
    <Button kind="primary" icon={Plus} aria-keyshortcuts="n" onClick={() => setIsNew(true)}>
      New ticket
    </Button>
  );
  return (
    <Page title="Board" actions={newTicket}>
      <FilterBar
        filters={filters}
        onChange={next => setAddress(now => withFilters(now, next), { replace: true })}
        assignees={assignees}
        labels={labels}
        stories={stories.data?.items ?? []}
        epics={epics.data?.items ?? []}
      />
      {error && <ReadError error={error} onRetry={board.reload} />}
      <FailedMoves failures={failed.failures} onDismiss={failed.clear} />
      {data === undefined && error === undefined && <BoardSkeleton />}
      {data && isEmpty && flags.length === 0 && (
        <EmptyState title="No tickets yet" action={newTicket}>
          Create the first one; it appears here in the column of its status.
        </EmptyState>
      )}
      {data && isEmpty && flags.length > 0 && (
        <EmptyState title="No ticket matches">Clear or widen the filters above.</EmptyState>
      )}
      {data && !isEmpty && (
        <div className={styles.board} aria-busy={board.isStale}>
          <BoardView
            data={data}
            stories={titles}
            isFolded={status => status === 'cancelled' && !isCancelledShown}
            onFold={status =>
              status === 'cancelled' ? () => showCancelled(!isCancelledShown) : undefined
            }
            onMore={status =>
              setLimits(now => ({ ...now, [status]: Math.min(now[status] + page, mostShown) }))
            }
            onMove={(ticket, to) => void move(ticket, to)}
          />
        </div>
      )}
      {isNew && <NewTicketDialog story={storyOf(filters)} onClose={() => setIsNew(false)} />}
    </Page>
  );
}

/** Of a column, however often more are asked for: beyond, filters find them sooner. */
const mostShown = 1_000;

const initialLimits: Readonly<Record<Status, number>> = {
  backlog: page,
  todo: page,
  in_progress: page,
  done: page,
  cancelled: page,
};
