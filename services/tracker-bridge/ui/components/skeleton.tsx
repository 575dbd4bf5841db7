import styles from './skeleton.module.css';

/** Stands where text will be. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div role="status" aria-label="Loading" className={styles.skeleton}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <span key={index} />
      ))}
    </div>
  );
}
