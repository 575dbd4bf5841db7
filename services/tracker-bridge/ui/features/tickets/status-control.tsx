import { type Status, statuses, type Ticket } from '@picket/tracker';
import { useId, useState } from 'react';
import { toTicket } from '../../api/records.ts';
import { useChange } from '../../api/use-change.ts';
import { statusNames } from '../../components/badge.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useNotice } from '../../components/notices.tsx';
import styles from './status-control.module.css';
import { toStatus } from './ticket-draft.ts';

interface StatusControlProps {
  readonly ticket: Ticket;
  readonly show: (ticket: Ticket) => void;
}

/** Shows the status that was chosen at once, and the one before again where it could not be set. */
export function StatusControl({ ticket, show }: StatusControlProps) {
  const [wanted, setWanted] = useState<Status>();
  const { run, error } = useChange();
  const notify = useNotice();
  const id = useId();
  const choose = async (status: Status) => {
    setWanted(status);
    const changed = toTicket(
      await run(['ticket', 'update', `--id=${ticket.id}`, `--status=${status}`]),
    );
    setWanted(undefined);
    if (changed === undefined) return;
    show(changed);
    notify(`Ticket #${changed.number} is now: ${statusNames[changed.status]}.`);
  };
  const status = wanted ?? ticket.status;
  return (
    <>
      <label htmlFor={id} className={styles.label}>
        Status
      </label>
      <select
        id={id}
        className={`${styles.select} ${styles[status]}`}
        value={status}
        onChange={event => void choose(toStatus(event.target.value))}
      >
        {statuses.map(value => (
          <option key={value} value={value}>
            {statusNames[value]}
          </option>
        ))}
      </select>
      {error && (
        <div className={styles.error}>
          <ErrorPanel error={error} />
        </div>
      )}
    </>
  );
}
