import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { Decode } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { SelectField } from '../../components/field.tsx';

interface AssigneeFilterProps {
  /** Empty for what nobody has, undefined for all. */
  readonly assignee: string | undefined;
  readonly onChange: (assignee: string | undefined) => void;
}

const argv = ['stats'];

/** Offers whoever has open work, or had some lately. */
export function AssigneeFilter({ assignee, onChange }: AssigneeFilterProps) {
  const known = useRead(argv, toAssignees).data ?? [];
  const names = assignee && !known.includes(assignee) ? [assignee, ...known] : known;
  return (
    <SelectField
      label="Assignee"
      value={assignee === undefined ? 'all' : `=${assignee}`}
      onChange={value => onChange(value === 'all' ? undefined : value.slice(1))}
      choices={[
        { value: 'all', label: 'Anybody' },
        { value: '=', label: 'Nobody' },
        ...names.map(name => ({ value: `=${name}`, label: name })),
      ]}
    />
  );
}

const stats = Type.Object({
  assignees: Type.Array(Type.Object({ assignee: Type.Union([Type.String(), Type.Null()]) })),
});

const toAssignees: Decode<readonly string[]> = json =>
  Check(stats, json)
    ? json.assignees
        .flatMap(({ assignee }) => assignee ?? [])
        .sort((one, other) => one.localeCompare(other))
    : undefined;
