import { statuses } from '@picket/tracker';
import { statusNames } from '../../components/badge.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import styles from './board-skeleton.module.css';

/** Stands where the columns will be. */
export function BoardSkeleton() {
  return (
    <div className={styles.columns}>
      {statuses
        .filter(status => status !== 'cancelled')
        .map(status => (
          <div key={status} className={styles.column}>
            <h2>{statusNames[status]}</h2>
            <Skeleton lines={6} />
          </div>
        ))}
    </div>
  );
}
