import { useDroppable } from '@dnd-kit/core';
import type { Status } from '@picket/tracker';
import { ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { statusNames } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import styles from './board-column.module.css';
import type { Column } from './board-columns.ts';

interface BoardColumnProps {
  readonly status: Status;
  readonly column: Column;
  readonly onMore: () => void;
  /** The cards. */
  readonly children: ReactNode;
  /** Undefined: it is never folded. */
  readonly onFold: (() => void) | undefined;
}

export function BoardColumn({ status, column, onMore, onFold, children }: BoardColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const { tickets, total } = column;
  const hidden = total - tickets.length;
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={`column-${status}`}
      className={styles.column}
      data-status={status}
      data-over={isOver || undefined}
    >
      <header className={styles.header}>
        <h2 id={`column-${status}`}>
          <span className={styles.dot} aria-hidden />
          {statusNames[status]} <span className={styles.total}>{total}</span>
        </h2>
        {onFold && (
          <IconButton label={`Fold ${statusNames[status]}`} icon={ChevronsRight} onClick={onFold} />
        )}
      </header>
      <div className={styles.cards}>
        {tickets.length === 0 ? (
          <p className={styles.empty}>{hidden > 0 ? '' : 'Nothing here. Move a ticket to it.'}</p>
        ) : (
          <ul>{children}</ul>
        )}
        {hidden > 0 && (
          <Button onClick={onMore}>
            {`Show more (${hidden} ${hidden === 1 ? 'is' : 'are'} hidden)`}
          </Button>
        )}
      </div>
    </section>
  );
}

interface FoldedColumnProps {
  readonly status: Status;
  readonly total: number;
  readonly onUnfold: () => void;
}

/** Still takes what is dropped on it. */
export function FoldedColumn({ status, total, onUnfold }: FoldedColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  return (
    <section
      ref={setNodeRef}
      aria-label={statusNames[status]}
      className={styles.folded}
      data-status={status}
      data-over={isOver || undefined}
    >
      <button type="button" aria-expanded={false} onClick={onUnfold}>
        <ChevronsLeft aria-hidden size={18} />
        <span className={styles.foldedName}>
          {statusNames[status]} <span className={styles.total}>{total}</span>
        </span>
      </button>
    </section>
  );
}
