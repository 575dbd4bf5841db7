import styles from './progress.module.css';

interface ProgressProps {
  /** Undefined until it is known, or where it is not. */
  readonly counts: { readonly closed: number; readonly total: number } | undefined;
  /** What is counted, such as `stories`. */
  readonly of: string;
}

/** How much of it is closed, as a bar and in words. */
export function Progress({ counts, of }: ProgressProps) {
  if (counts === undefined)
    return <span aria-hidden className={`${styles.track} ${styles.unknown}`} />;
  const { closed, total } = counts;
  if (total === 0) return <span className={styles.words}>No {of}</span>;
  return (
    <span className={styles.progress}>
      <span aria-hidden className={styles.track}>
        <span style={{ width: `${(closed / total) * 100}%` }} />
      </span>
      <span className={styles.words}>
        {closed} of {total}
        <span className={styles.spoken}> {of} closed</span>
      </span>
    </span>
  );
}
