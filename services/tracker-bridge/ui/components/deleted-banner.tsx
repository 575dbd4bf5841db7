import type { Epic, Story, Ticket } from '@picket/tracker';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useChange } from '../api/use-change.ts';
import { Button } from './button.tsx';
import styles from './deleted-banner.module.css';
import { ErrorPanel } from './error-panel.tsx';
import { useNotice } from './notices.tsx';
import { Person } from './person.tsx';
import { RelativeTime } from './relative-time.tsx';

interface DeletedBannerProps {
  readonly record: Epic | Story | Ticket;
  /** Told what restoring it has printed. */
  readonly onRestored?: (record: unknown) => void;
}

/** Says that it is deleted and brings it back; nothing for what is not deleted. */
export function DeletedBanner({ record, onRestored }: DeletedBannerProps) {
  return record.deletedAt === null ? null : (
    <Banner record={record} deletedAt={record.deletedAt} onRestored={onRestored} />
  );
}

interface BannerProps extends Pick<DeletedBannerProps, 'record'> {
  readonly deletedAt: string;
  readonly onRestored: DeletedBannerProps['onRestored'];
}

/** Takes the focus as it appears, for the button that deleted is gone. */
function Banner({ record, deletedAt, onRestored }: BannerProps) {
  const { type, id, number, deletedBy } = record;
  const { run, error, isRunning } = useChange();
  const notify = useNotice();
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  const restore = async () => {
    const restored = await run([type, 'restore', `--id=${id}`]);
    if (restored === null) return;
    notify(`Restored ${type} #${number}.`);
    onRestored?.(restored);
  };
  return (
    <div ref={banner} tabIndex={-1} className={styles.banner}>
      <p>
        This {type} was deleted{' '}
        {deletedBy !== null && (
          <>
            by <Person actor={deletedBy} />{' '}
          </>
        )}
        <RelativeTime at={deletedAt} />.
      </p>
      <Button icon={Undo2} isBusy={isRunning} onClick={() => void restore()}>
        Restore
      </Button>
      {error && <ErrorPanel error={error} />}
    </div>
  );
}
