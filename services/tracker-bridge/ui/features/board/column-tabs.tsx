import { statuses } from '@picket/tracker';
import type { RefObject } from 'react';
import { statusNames } from '../../components/badge.tsx';
import type { Columns } from './board-columns.ts';
import styles from './column-tabs.module.css';

interface ColumnTabsProps {
  readonly columns: Columns;
  /** What holds the columns. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** On a phone: what the columns hold, and a way to each of them beside swiping. */
export function ColumnTabs({ columns, scroller }: ColumnTabsProps) {
  const show = (status: string) =>
    scroller.current
      ?.querySelector(`[data-status="${status}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest', behavior: 'smooth' });
  return (
    <nav aria-label="Columns" className={styles.tabs}>
      {statuses.map(status => (
        <button key={status} type="button" onClick={() => show(status)}>
          <span>{statusNames[status]}</span>
          <b>{columns[status].total}</b>
        </button>
      ))}
    </nav>
  );
}
