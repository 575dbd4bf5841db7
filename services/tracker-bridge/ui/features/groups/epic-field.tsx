import { SelectField } from '../../components/field.tsx';
import { useEpics } from './use-epics.ts';

interface EpicFieldProps {
  /** Id; empty until one is chosen. */
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (id: string) => void;
}

/** The epic of a story; the ones to choose from are read as it appears. */
export function EpicField({ value, fault, onChange }: EpicFieldProps) {
  const { data, isLoading } = useEpics();
  const epics = data?.items ?? [];
  const isKnown = value === '' || epics.some(({ id }) => id === value);
  return (
    <SelectField
      label="Epic"
      required
      choices={[
        { value: '', label: isLoading ? 'Loading…' : 'Choose an epic' },
        // Not read yet, deleted, or beyond what is read: it stays chosen.
        ...(isKnown ? [] : [{ value, label: isLoading ? 'Loading…' : 'As it is' }]),
        ...epics.map(({ id, number, title }) => ({ value: id, label: `#${number} ${title}` })),
      ]}
      value={value}
      fault={fault}
      onChange={onChange}
    />
  );
}
