import type { Epic } from '@picket/tracker';
import { Plus } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { ReadError } from '../../components/read-error.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { CountedTable } from './counted-table.tsx';
import type { GroupKind } from './group.ts';
import { NewGroupDialog } from './group-dialog.tsx';
import styles from './group-list-page.module.css';
import {
  everything,
  type GroupQuery,
  groupSearch,
  isFiltered,
  listArguments,
  mostListed,
  pageSize,
  parseGroupQuery,
} from './group-query.ts';
import { GroupToolbar } from './group-toolbar.tsx';

interface GroupListPageProps {
  readonly kind: GroupKind;
  /** For stories; undefined for epics. */
  readonly epics?: readonly Epic[] | undefined;
}

/** All epics or all stories. What is listed, and whether a new one is being made, is in the address. */
export function GroupListPage({ kind, epics }: GroupListPageProps) {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const query = parseGroupQuery(params);
  const go = (to: GroupQuery, isNew = false) => {
    const search = groupSearch(to);
    if (isNew) search.set('new', '1');
    navigate(search.size === 0 ? kind.listPath : `${kind.listPath}?${search}`, { replace: true });
  };
  const epic = epics?.find(({ id, number }) => [id, String(number)].includes(query.epic ?? ''));
  const begin = (
    <Button kind="primary" icon={Plus} aria-keyshortcuts="n" onClick={() => go(query, true)}>
      New {kind.type}
    </Button>
  );
  return (
    <Page title={kind.title} actions={begin}>
      <GroupToolbar kind={kind} query={query} epics={epics} onChange={go} />
      <List kind={kind} query={query} epics={epics} onQuery={go} />
      {params.get('new') === '1' && (
        <NewGroupDialog
          key={epic?.id}
          kind={kind}
          epicId={epic?.id ?? ''}
          onClose={() => go(query)}
          onCreated={({ number }) => navigate(kind.path(number), { replace: true })}
        />
      )}
    </Page>
  );
}

interface ListProps extends GroupListPageProps {
  readonly query: GroupQuery;
  readonly onQuery: (query: GroupQuery) => void;
}

function List({ kind, query, epics, onQuery }: ListProps) {
  const { data, error, reload } = useRead(listArguments(kind, query), kind.toList);
  if (error) return <ReadError error={error} onRetry={reload} />;
  if (data === undefined) return <Skeleton lines={6} />;
  const { items, total } = data;
  if (total === 0) return <Empty kind={kind} query={query} onQuery={onQuery} />;
  return (
    <>
      <p role="status" className={styles.count}>
        {items.length < total ? `${items.length} of ${total}` : total}{' '}
        {total === 1 ? kind.type : kind.many}
      </p>
      <CountedTable kind={kind} groups={items} epics={epics} />
      {items.length < total && query.limit < mostListed && (
        <footer className={styles.footer}>
          <Button onClick={() => onQuery({ ...query, limit: query.limit + pageSize })}>
            Show more
          </Button>
        </footer>
      )}
    </>
  );
}

function Empty({ kind, query, onQuery }: ListProps) {
  if (!isFiltered(query)) {
    return <EmptyState title={`There are no ${kind.many} yet`}>{kind.purpose}</EmptyState>;
  }
  return (
    <EmptyState
      title={`No ${kind.many} match`}
      action={<Button onClick={() => onQuery(everything)}>Clear the filters</Button>}
    >
      Search for something else, or take filters away.
    </EmptyState>
  );
}
