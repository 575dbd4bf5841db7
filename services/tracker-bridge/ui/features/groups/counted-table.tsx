import type { Epic, Story, Ticket } from '@picket/tracker';
import { useMemo } from 'react';
import { type List, toStories, toTickets } from '../../api/records.ts';
import { type Read, useRead } from '../../api/use-read.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { childCounts, mostChildren } from './child-counts.ts';
import styles from './counted-table.module.css';
import type { Group, GroupKind } from './group.ts';
import { GroupTable } from './group-table.tsx';

interface CountedTableProps {
  readonly kind: GroupKind;
  /** At least one: the command would count everything for none. */
  readonly groups: readonly Group[];
  readonly epics?: readonly Epic[] | undefined;
}

type Children = List<Story | Ticket>;

const decoders = { story: toStories, ticket: toTickets };

/** The table, and how far each of the groups is: one run of the command tells it of all of them. */
export function CountedTable({ kind, groups, epics }: CountedTableProps) {
  const of = groups.map(({ id }) => `--${kind.type}=${id}`);
  const children = useRead<Children>(
    [kind.children.type, 'read', `--limit=${mostChildren}`, ...of],
    decoders[kind.children.type],
  );
  return <TableOf kind={kind} groups={groups} epics={epics} held={children} />;
}

interface TableOfProps extends CountedTableProps {
  /** What all of the groups hold. */
  readonly held: Read<Children>;
}

/** The table where what the groups hold is read already. */
export function TableOf({ kind, groups, epics, held }: TableOfProps) {
  const { data, error, reload } = held;
  const isWhole = data !== undefined && data.items.length === data.total;
  const counts = useMemo(() => (isWhole ? childCounts(data.items) : undefined), [isWhole, data]);
  return (
    <>
      {error && <ErrorPanel error={error} onRetry={reload} />}
      <GroupTable kind={kind} groups={groups} counts={counts} epics={epics} />
      {data !== undefined && !isWhole && (
        <p className={styles.uncounted}>
          They hold {data.total.toLocaleString('en')} {kind.children.many}, too many to count which
          are closed. Filter for fewer {kind.many}.
        </p>
      )}
    </>
  );
}
