import { type Status, statuses } from '@picket/tracker';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { statusNames } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { MarkdownField } from '../../components/markdown-field.tsx';
import { EpicField } from './epic-field.tsx';
import type { Group } from './group.ts';
import { faultsOf, type GroupDraft, type GroupFaults } from './group-draft.ts';
import styles from './group-form.module.css';

interface GroupFormProps {
  readonly type: Group['type'];
  readonly draft: GroupDraft;
  readonly onChange: (draft: GroupDraft) => void;
  /** What the button says that sends it. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Called with a draft that has no fault. */
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

export function GroupForm(props: GroupFormProps) {
  const { type, draft, onChange, action, isBusy, error, onSubmit, onCancel } = props;
  const [faults, setFaults] = useState<GroupFaults>({});
  const form = useFocusOnFault(faults);
  const put = (change: Partial<GroupDraft>) => onChange({ ...draft, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(type, draft);
    setFaults(found);
    if (Object.keys(found).length === 0) onSubmit();
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="Title"
        required
        autoComplete="off"
        value={draft.title}
        fault={faults.title}
        onChange={title => put({ title })}
      />
      {type === 'story' && (
        <EpicField
          value={draft.epicId}
          fault={faults.epicId}
          onChange={epicId => put({ epicId })}
        />
      )}
      <SelectField
        label="Status"
        choices={statuses.map(status => ({ value: status, label: statusNames[status] }))}
        value={draft.status}
        onChange={value => put({ status: toStatus(value) })}
      />
      <MarkdownField
        label="Description"
        rows={8}
        value={draft.body}
        fault={faults.body}
        onChange={body => put({ body })}
      />
      {error && <ErrorPanel error={error} />}
      <footer className={styles.footer}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {action}
        </Button>
      </footer>
    </form>
  );
}

const toStatus = (value: string): Status => statuses.find(each => each === value) ?? 'backlog';

/** Goes to the first field that something is wrong with. */
function useFocusOnFault(faults: GroupFaults) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [faults]);
  return form;
}
