import type { Epic } from '@picket/tracker';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { DeletedBadge } from '../../components/deleted-badge.tsx';
import { Progress } from '../../components/progress.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { type ChildCounts, noChildren } from './child-counts.ts';
import type { Group, GroupKind } from './group.ts';
import styles from './group-table.module.css';

interface GroupTableProps {
  readonly kind: GroupKind;
  readonly groups: readonly Group[];
  /** By id; undefined until it is known. */
  readonly counts: ReadonlyMap<string, ChildCounts> | undefined;
  /** For a column that names each story's; undefined for no such column. */
  readonly epics?: readonly Epic[] | undefined;
}

/** Epics or stories as a table, and as cards on a phone. */
export function GroupTable({ kind, groups, counts, epics }: GroupTableProps) {
  return (
    <table className={styles.table} aria-label={kind.title}>
      <thead>
        <tr>
          <th scope="col">Title</th>
          {epics && <th scope="col">Epic</th>}
          <th scope="col">Status</th>
          <th scope="col">Closed {kind.children.many}</th>
          <th scope="col">Updated</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(group => (
          <tr key={group.id}>
            <th scope="row" className={styles.title}>
              <span className={styles.number}>#{group.number}</span>
              <Link href={kind.path(group.number)}>{group.title}</Link>
              <DeletedBadge record={group} />
            </th>
            {epics && <td className={styles.epic}>{epicLink(group, epics)}</td>}
            <td>
              <StatusBadge status={group.status} />
            </td>
            <td>
              <Progress
                counts={counts && (counts.get(group.id) ?? noChildren)}
                of={kind.children.many}
              />
            </td>
            <td className={styles.time}>
              <RelativeTime at={group.updatedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function epicLink(group: Group, epics: readonly Epic[]) {
  const epic = group.type === 'story' && epics.find(({ id }) => id === group.epicId);
  return epic && <Link href={paths.epic(epic.number)}>{epic.title}</Link>;
}
