import { toEpics, toStories } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { type Choice, SelectField } from '../../components/field.tsx';
import { AssigneeFilter } from './assignee-filter.tsx';
import { ChipsField } from './chips-field.tsx';
import { storiesArgv } from './known-stories.ts';
import styles from './more-filters.module.css';
import { deletedModes, type TicketQuery } from './ticket-query.ts';

interface MoreFiltersProps {
  readonly query: TicketQuery;
  readonly ask: (change: Partial<TicketQuery>) => void;
}

const epicArgv = ['epic', 'read', '--limit=200', '--sort=-updated'];
const all = 'all';
const none = 'none';

/** The filters that not every look at the list needs: what they offer is read once they are unfolded. */
export function MoreFilters({ query, ask }: MoreFiltersProps) {
  const stories = useRead(storiesArgv, toStories).data?.items ?? [];
  const epics = useRead(epicArgv, toEpics).data?.items ?? [];
  return (
    <div className={styles.more}>
      <AssigneeFilter assignee={query.assignee} onChange={assignee => ask({ assignee })} />
      <ChipsField
        label="Labels"
        placeholder="Press Enter to add"
        values={query.labels}
        onChange={labels => ask({ labels })}
      />
      <SelectField
        label="Story"
        value={query.story === '' ? none : (idOf(query.story, stories) ?? all)}
        onChange={value => ask({ story: value === none ? '' : value === all ? undefined : value })}
        choices={[
          { value: all, label: 'Any' },
          { value: none, label: 'Without a story' },
          ...choicesOf(stories, query.story),
        ]}
      />
      <SelectField
        label="Epic"
        value={idOf(query.epic, epics) ?? all}
        onChange={value => ask({ epic: value === all ? undefined : value })}
        choices={[{ value: all, label: 'Any' }, ...choicesOf(epics, query.epic)]}
      />
      <SelectField
        label="Deleted"
        value={query.deleted}
        onChange={value => ask({ deleted: deletedModes.find(mode => mode === value) ?? 'hidden' })}
        choices={[
          { value: 'hidden', label: 'Left out' },
          { value: 'shown', label: 'Also those' },
          { value: 'only', label: 'Only those' },
        ]}
      />
    </div>
  );
}

interface Named {
  readonly id: string;
  readonly number: number;
  readonly title: string;
}

/** What an address names that is not among the ones read keeps a choice of its own. */
function choicesOf(records: readonly Named[], asked: string | undefined): readonly Choice[] {
  const choices = records.map(({ number, title }) => ({
    value: String(number),
    label: `#${number} ${title}`,
  }));
  const isKnown =
    !asked || records.some(({ id, number }) => asked === id || asked === String(number));
  return isKnown ? choices : [...choices, { value: asked, label: asked }];
}

function idOf(asked: string | undefined, records: readonly Named[]): string | undefined {
  const known = records.find(({ id, number }) => asked === id || asked === String(number));
  return known === undefined ? asked || undefined : String(known.number);
}
