import type { Status, Ticket } from '@picket/tracker';
import styles from './badge.module.css';

export const statusNames: Readonly<Record<Status, string>> = {
  backlog: 'Backlog',
  todo: 'To do',
  in_progress: 'In progress',
  done: 'Done',
  cancelled: 'Cancelled',
};

export function StatusBadge({ status }: { readonly status: Status }) {
  return <span className={`${styles.badge} ${styles[status]}`}>{statusNames[status]}</span>;
}

export const priorityNames: Readonly<Record<Ticket['priority'], string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
};

export function PriorityBadge({ priority }: { readonly priority: Ticket['priority'] }) {
  return <span className={`${styles.badge} ${styles[priority]}`}>{priorityNames[priority]}</span>;
}

export function Label({ children }: { readonly children: string }) {
  return <span className={styles.badge}>{children}</span>;
}
