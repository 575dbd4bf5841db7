import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { Button } from '../../components/button.tsx';
import { Person } from '../../components/person.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { AuditItem, AuditList } from './audit-report.ts';
import styles from './tools.module.css';

interface AuditListViewProps {
  readonly list: AuditList;
  readonly onOlder: (cursor: string) => void;
}

export function AuditListView({ list: { items, nextCursor }, onOlder }: AuditListViewProps) {
  if (items.length === 0) return <p className={styles.soft}>Nothing was changed.</p>;
  return (
    <div className={styles.report}>
      <ol className={styles.events}>
        {items.map(item => (
          <Event key={item.event} item={item} />
        ))}
      </ol>
      {nextCursor !== undefined && (
        <Button onClick={() => onOlder(nextCursor)}>Show older changes</Button>
      )}
    </div>
  );
}

const deeds: Readonly<Record<string, string>> = {
  create: 'created',
  edit: 'changed',
  delete: 'deleted',
  restore: 'restored',
  renumber: 'renumbered',
  comment: 'commented on',
  'edit-comment': 'changed a comment on',
  'delete-comment': 'deleted a comment on',
  'link-forge': 'linked to the forge',
};

function Event({ item }: { readonly item: AuditItem }) {
  const { at, by, op, type, number, title, changes, commit } = item;
  return (
    <li>
      <p>
        <strong>
          <Person actor={by} />
        </strong>{' '}
        {deeds[op] ?? op}{' '}
        {number === null ? type : <Link href={paths[type](number)}>{`${type} #${number}`}</Link>}{' '}
        <span className={styles.soft}>{title}</span>
      </p>
      {op === 'edit' && (
        <ul className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              {field}: <del>{shown(before)}</del> → <ins>{shown(after)}</ins>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>
        <RelativeTime at={at} />
        {commit && <code title={`by ${commit.author}`}>{commit.oid.slice(0, 10)}</code>}
      </p>
    </li>
  );
}

const longestValue = 80;

function shown(value: unknown): string {
  if (value === null || value === '') return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
