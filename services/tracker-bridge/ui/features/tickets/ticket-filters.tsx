import { priorities, statuses } from '@picket/tracker';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { priorityNames, statusNames } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { ToggleGroup } from '../../components/toggle-group.tsx';
import { MoreFilters } from './more-filters.tsx';
import styles from './ticket-filters.module.css';
import {
  everything,
  filterCount,
  sortFields,
  sortValue,
  type TicketQuery,
} from './ticket-query.ts';
import { useNarrow } from './use-narrow.ts';

interface TicketFiltersProps {
  readonly query: TicketQuery;
  readonly ask: (change: Partial<TicketQuery>, options?: { readonly replace: boolean }) => void;
}

export function TicketFilters({ query, ask }: TicketFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isNarrow = useNarrow();
  return (
    <search className={styles.filters}>
      <div className={styles.bar}>
        <SearchBox
          label="Search tickets"
          placeholder="Search titles, descriptions, comments"
          value={query.search}
          onChange={search => ask({ search }, { replace: query.search !== '' && search !== '' })}
        />
        <Button icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Filters{moreCount(query) > 0 && ` (${moreCount(query)})`}
        </Button>
        {filterCount(query) > 0 && (
          <Button
            onClick={() => ask({ ...everything, sort: query.sort, descending: query.descending })}
          >
            Clear
          </Button>
        )}
      </div>
      <ToggleGroup
        label="Status"
        values={statuses}
        names={statusNames}
        chosen={query.statuses}
        onChange={chosen => ask({ statuses: chosen })}
      />
      {isOpen && (
        <div className={styles.more}>
          <ToggleGroup
            label="Priority"
            values={priorities}
            names={priorityNames}
            chosen={query.priorities}
            onChange={chosen => ask({ priorities: chosen })}
          />
          <MoreFilters query={query} ask={ask} />
        </div>
      )}
      {isNarrow && <SortSelect query={query} ask={ask} />}
    </search>
  );
}

/** How many of the filters hold that can be folded: the button tells, for what they offer costs runs to read. */
function moreCount(query: TicketQuery): number {
  return filterCount({ ...query, search: '', statuses: [] });
}

const sortNames = {
  updated: ['Least recently updated', 'Recently updated'],
  number: ['Oldest number first', 'Newest number first'],
  title: ['Title, A to Z', 'Title, Z to A'],
  status: ['Status, backlog first', 'Status, cancelled first'],
  priority: ['Least urgent first', 'Most urgent first'],
  assignee: ['Assignee, A to Z', 'Assignee, Z to A'],
} as const;

/** Cards have no headers to sort by. */
function SortSelect({ query, ask }: Pick<TicketFiltersProps, 'query' | 'ask'>) {
  const choices = sortFields.flatMap(sort =>
    [true, false].map(descending => ({ sort, descending, value: sortValue({ sort, descending }) })),
  );
  return (
    <FilterSelect
      label="Order"
      value={sortValue(query)}
      onChange={chosen => {
        const choice = choices.find(({ value }) => value === chosen);
        if (choice) ask({ sort: choice.sort, descending: choice.descending });
      }}
    >
      {choices.map(({ sort, descending, value }) => (
        <option key={value} value={value}>
          {sortNames[sort][descending ? 1 : 0]}
        </option>
      ))}
    </FilterSelect>
  );
}
