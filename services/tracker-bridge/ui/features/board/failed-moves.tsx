import { X } from 'lucide-react';
import { statusNames } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import styles from './board-page.module.css';
import type { FailedMove } from './use-failed-moves.ts';

interface FailedMovesProps {
  readonly failures: readonly FailedMove[];
  readonly onDismiss: () => void;
}

/** Why cards went back. */
export function FailedMoves({ failures, onDismiss }: FailedMovesProps) {
  if (failures.length === 0) return null;
  return (
    <div className={styles.failures}>
      {failures.map(({ key, number, to, reason }) => (
        <ErrorPanel
          key={key}
          message={`Ticket #${number} could not be moved to ${statusNames[to]}: ${reason}`}
        />
      ))}
      <IconButton label="Dismiss" icon={X} onClick={onDismiss} />
    </div>
  );
}
