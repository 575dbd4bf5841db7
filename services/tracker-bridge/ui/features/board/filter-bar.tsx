import type { Epic, Story } from '@picket/tracker';
import { X } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { type BoardFilters, nobody } from './board-filters.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  readonly filters: BoardFilters;
  readonly onChange: (filters: BoardFilters) => void;
  readonly assignees: readonly string[];
  readonly labels: readonly string[];
  readonly stories: readonly Story[];
  readonly epics: readonly Epic[];
}

export function FilterBar(props: FilterBarProps) {
  const { filters, onChange, assignees, labels, stories, epics } = props;
  const { search, assignee, label, within } = filters;
  const put = (change: Partial<BoardFilters>) => onChange({ ...filters, ...change });
  const isFiltered = Object.values(filters).some(value => value !== '');
  return (
    <search className={styles.bar} aria-label="Filters">
      <div className={styles.search}>
        <SearchBox label="Search tickets" value={search} onChange={text => put({ search: text })} />
      </div>
      <FilterSelect
        label="Assignee"
        value={assignee}
        isSet={assignee !== ''}
        onChange={value => put({ assignee: value })}
      >
        <option value="">Anyone</option>
        <option value={nobody}>Nobody</option>
        <Options values={withValue(assignees, assignee === nobody ? '' : assignee)} />
      </FilterSelect>
      <FilterSelect
        label="Label"
        value={label}
        isSet={label !== ''}
        onChange={value => put({ label: value })}
      >
        <option value="">Any label</option>
        <Options values={withValue(labels, label)} />
      </FilterSelect>
      <FilterSelect
        label="Epic or story"
        value={within}
        isSet={within !== ''}
        onChange={value => put({ within: value })}
      >
        <option value="">All epics and stories</option>
        <Records name="Epics" type="epic" records={epics} />
        <Records name="Stories" type="story" records={stories} />
      </FilterSelect>
      {isFiltered && (
        <Button
          icon={X}
          onClick={() => onChange({ search: '', assignee: '', label: '', within: '' })}
        >
          Clear
        </Button>
      )}
    </search>
  );
}

function Options({ values }: { readonly values: readonly string[] }) {
  return values.map(value => (
    <option key={value} value={value}>
      {value}
    </option>
  ));
}

interface RecordsProps {
  readonly name: string;
  readonly type: 'epic' | 'story';
  readonly records: readonly (Epic | Story)[];
}

function Records({ name, type, records }: RecordsProps) {
  if (records.length === 0) return null;
  return (
    <optgroup label={name}>
      {records.map(({ id, number, title }) => (
        <option key={id} value={`${type}:${number}`}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}

/** The address may hold what nobody has. */
const withValue = (values: readonly string[], value: string): readonly string[] =>
  value === '' || values.includes(value) ? values : [value, ...values];
