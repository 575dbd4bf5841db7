import { type Epic, statuses } from '@picket/tracker';
import { statusNames } from '../../components/badge.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { ToggleGroup } from '../../components/toggle-group.tsx';
import type { GroupKind } from './group.ts';
import { type GroupQuery, pageSize, type SortOrder, sortOrders } from './group-query.ts';
import styles from './group-toolbar.module.css';

interface GroupToolbarProps {
  readonly kind: GroupKind;
  readonly query: GroupQuery;
  readonly onChange: (query: GroupQuery) => void;
  /** To choose from; undefined where the list is one of epics. */
  readonly epics: readonly Epic[] | undefined;
}

const sortNames: Readonly<Record<SortOrder, string>> = {
  '-updated': 'Recently updated',
  '-number': 'Newest first',
  number: 'Oldest first',
  title: 'By title',
  status: 'By status',
};

export function GroupToolbar({ kind, query, onChange, epics }: GroupToolbarProps) {
  const put = (change: Partial<GroupQuery>) => onChange({ ...query, limit: pageSize, ...change });
  return (
    <search className={styles.toolbar} aria-label={`Filters of ${kind.many}`}>
      <SearchBox
        label={`Search ${kind.many}`}
        value={query.search}
        onChange={search => put({ search })}
      />
      {epics && (
        <FilterSelect
          label="Epic"
          value={String(
            epics.find(({ id, number }) => isCalled(query.epic, id, number))?.number ?? '',
          )}
          isSet={query.epic !== undefined}
          onChange={epic => put({ epic: epic || undefined })}
        >
          <option value="">All epics</option>
          {epics.map(({ id, number, title }) => (
            <option key={id} value={number}>
              {title}
            </option>
          ))}
        </FilterSelect>
      )}
      <FilterSelect
        label="Order"
        value={query.sort}
        onChange={value => {
          const sort = sortOrders.find(order => order === value);
          if (sort) put({ sort });
        }}
      >
        {sortOrders.map(order => (
          <option key={order} value={order}>
            {sortNames[order]}
          </option>
        ))}
      </FilterSelect>
      <div className={styles.more}>
        <ToggleGroup
          label="Status"
          values={statuses}
          names={statusNames}
          chosen={query.statuses}
          onChange={chosen => put({ statuses: chosen })}
        />
        <label className={styles.deleted}>
          <input
            type="checkbox"
            checked={query.deleted}
            onChange={event => put({ deleted: event.target.checked })}
          />
          Show deleted
        </label>
      </div>
    </search>
  );
}

const isCalled = (called: string | undefined, id: string, number: number): boolean =>
  called === id || called === String(number);
