import styles from './deleted-badge.module.css';

interface DeletedBadgeProps {
  readonly record: { readonly deletedAt: string | null };
}

/** Nothing for what is not deleted. */
export function DeletedBadge({ record }: DeletedBadgeProps) {
  return record.deletedAt === null ? null : <span className={styles.deleted}>Deleted</span>;
}
