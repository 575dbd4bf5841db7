import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CommandError } from '../../api/command-error.ts';
import { useRead } from '../../api/use-read.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { DeletedBanner } from '../../components/deleted-banner.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Page } from '../../components/page.tsx';
import { Person } from '../../components/person.tsx';
import { ReadError } from '../../components/read-error.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Section } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import type { Group, GroupKind } from './group.ts';
import { GroupActions } from './group-actions.tsx';
import styles from './group-page.module.css';

interface GroupPageProps {
  readonly kind: GroupKind;
  /** Id or number, as the address says it. */
  readonly called: string;
  /** Beside its status. */
  readonly facts?: (group: Group) => ReactNode;
  /** What it holds. */
  readonly children: (group: Group) => ReactNode;
}

/** One epic or story with everything about it. */
export function GroupPage({ kind, called, facts, children }: GroupPageProps) {
  const { data: group, error, reload } = useRead([kind.type, 'read', `--id=${called}`], kind.toOne);
  if (error) {
    return (
      <Page title={`${kind.one} #${called}`}>
        <Unread kind={kind} called={called} error={error} onRetry={reload} />
      </Page>
    );
  }
  if (group === undefined) {
    return (
      <Page title={`${kind.one} #${called}`}>
        <Skeleton lines={6} />
      </Page>
    );
  }
  const actions = group.deletedAt === null && <GroupActions kind={kind} group={group} />;
  return (
    <Page
      title={group.title}
      within={{ list: kind.title, href: kind.listPath, number: group.number }}
      actions={actions}
    >
      <div className={styles.page}>
        <p className={styles.facts}>
          <StatusBadge status={group.status} />
          {facts?.(group)}
          <span>
            Created <RelativeTime at={group.createdAt} /> by <Person actor={group.createdBy} />
          </span>
          <span>
            Updated <RelativeTime at={group.updatedAt} />
          </span>
        </p>
        <DeletedBanner record={group} />
        <Section title="Description">
          {group.body.trim() === '' ? (
            <p className={styles.none}>None yet: say in a few lines what it is for.</p>
          ) : (
            <Markdown text={group.body} />
          )}
        </Section>
        {children(group)}
      </div>
    </Page>
  );
}

interface UnreadProps {
  readonly kind: GroupKind;
  readonly called: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

function Unread({ kind, called, error, onRetry }: UnreadProps) {
  if (!(error instanceof CommandError && error.code === 'NOT_FOUND')) {
    return <ReadError error={error} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      title={`There is no ${kind.type} #${called}`}
      action={<Link href={kind.listPath}>To all {kind.many}</Link>}
    >
      The address may be mistyped, or somebody has not sent theirs yet.
    </EmptyState>
  );
}
