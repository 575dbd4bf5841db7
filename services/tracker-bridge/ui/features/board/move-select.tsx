import { type Status, statuses, type Ticket } from '@picket/tracker';
import { ArrowRightLeft } from 'lucide-react';
import { statusNames } from '../../components/badge.tsx';
import styles from './card.module.css';
import { isStatus } from './is-status.ts';

interface MoveSelectProps {
  readonly ticket: Ticket;
  readonly onMove: (to: Status) => void;
}

/** Moves a card without dragging it. */
export function MoveSelect({ ticket, onMove }: MoveSelectProps) {
  return (
    <span className={styles.move} title="Move to…">
      <ArrowRightLeft aria-hidden size={15} />
      <select
        data-part="move"
        aria-label={`Move ticket ${ticket.number} to`}
        value={ticket.status}
        onMouseDown={event => event.stopPropagation()}
        onTouchStart={event => event.stopPropagation()}
        onChange={({ target: { value } }) => {
          if (isStatus(value) && value !== ticket.status) onMove(value);
        }}
      >
        {statuses.map(status => (
          <option key={status} value={status}>
            {statusNames[status]}
          </option>
        ))}
      </select>
    </span>
  );
}
