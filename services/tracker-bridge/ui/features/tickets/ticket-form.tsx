import { priorities, sizes, statuses } from '@picket/tracker';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { priorityNames, statusNames } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { MarkdownField } from '../../components/markdown-field.tsx';
import { ChipsField } from './chips-field.tsx';
import { RecordPicker } from './record-picker.tsx';
import {
  faultsOf,
  type TicketDraft,
  type TicketFaults,
  toPriority,
  toSize,
  toStatus,
} from './ticket-draft.ts';
import styles from './ticket-form.module.css';
import { TicketPlanFields } from './ticket-plan-fields.tsx';

interface TicketFormProps {
  readonly draft: TicketDraft;
  readonly onChange: (draft: TicketDraft) => void;
  /** What the button says that sends it. */
  readonly action: string;
  /** Called with a draft that has no fault. */
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
  /** Why it could not be saved. */
  readonly error: Error | null;
  /** Of the ticket that is edited, which cannot wait for itself. */
  readonly id?: string | undefined;
}

/** Every field of a ticket that people set; faults are told once it was tried to be sent. */
export function TicketForm(props: TicketFormProps) {
  const { draft, onChange, action, onSubmit, onCancel, isBusy, error, id } = props;
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const faults: TicketFaults = attempts === 0 ? {} : faultsOf(draft);
  const set = (change: Partial<TicketDraft>) => onChange({ ...draft, ...change });

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (Object.keys(faultsOf(draft)).length === 0) onSubmit();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Title"
        autoFocus
        autoComplete="off"
        value={draft.title}
        onChange={title => set({ title })}
        fault={faults.title}
      />
      <MarkdownField
        label="Description"
        value={draft.body}
        onChange={body => set({ body })}
        fault={faults.body}
      />
      <div className={styles.columns}>
        <SelectField
          label="Status"
          value={draft.status}
          onChange={status => set({ status: toStatus(status) })}
          choices={statuses.map(value => ({ value, label: statusNames[value] }))}
        />
        <SelectField
          label="Priority"
          value={draft.priority}
          onChange={priority => set({ priority: toPriority(priority) })}
          choices={priorities.map(value => ({ value, label: priorityNames[value] }))}
        />
        <RecordPicker
          type="story"
          label="Story"
          isSingle
          ids={draft.storyId === null ? [] : [draft.storyId]}
          onChange={ids => set({ storyId: ids[0] ?? null })}
          fault={faults.storyId}
        />
        <TextField
          label="Assignee"
          autoComplete="off"
          value={draft.assignee}
          onChange={assignee => set({ assignee })}
          fault={faults.assignee}
        />
        <ChipsField
          label="Labels"
          hint="Press Enter to add one"
          values={draft.labels}
          onChange={labels => set({ labels })}
          fault={faults.labels}
        />
        <SelectField
          label="Size"
          value={draft.size ?? ''}
          onChange={size => set({ size: toSize(size) })}
          choices={[
            { value: '', label: 'None' },
            ...sizes.map(value => ({ value, label: value.toUpperCase() })),
          ]}
        />
      </div>
      <TicketPlanFields draft={draft} set={set} faults={faults} id={id} />
      <footer className={styles.footer}>
        {error && <ErrorPanel error={error} />}
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {action}
        </Button>
      </footer>
    </form>
  );
}
