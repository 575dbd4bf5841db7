import { useId, useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { personName } from '../../components/person.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { type HistoryEntry, isTold, sayChange, sayDeed, toHistory } from './history-entry.ts';
import styles from './ticket-history.module.css';

/** Folded, and read once it is opened. */
export function TicketHistory({ number }: { readonly number: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.history}>
      <h2 id={id}>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          History
        </button>
      </h2>
      {isOpen && <Entries number={number} />}
    </section>
  );
}

const step = 50;
/** The command tells no more at once. */
const most = 1_000;

function Entries({ number }: { readonly number: number }) {
  const [limit, setLimit] = useState(step);
  const argv = ['log', '--type=ticket', `--id=${number}`, `--limit=${limit}`];
  const { data, error, reload } = useRead(argv, toHistory);
  if (error !== undefined) return <ErrorPanel error={error} onRetry={reload} />;
  if (data === undefined) return <Skeleton lines={4} />;
  return (
    <>
      <ol className={styles.entries}>
        {data.items.map(entry => (
          <Entry key={entry.event} entry={entry} />
        ))}
      </ol>
      {data.nextCursor !== undefined && limit < most && (
        <Button onClick={() => setLimit(Math.min(most, limit * 2))}>Show more</Button>
      )}
    </>
  );
}

function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const changes = entry.changes.filter(isTold);
  return (
    <li>
      <p>
        <strong>{personName(entry.by)}</strong> {sayDeed(entry)} <RelativeTime at={entry.at} />
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what an event did never changes
            <li key={index}>{sayChange(change)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
