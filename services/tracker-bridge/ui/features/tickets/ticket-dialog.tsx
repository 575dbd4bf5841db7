import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { isSameDraft, type TicketDraft } from './ticket-draft.ts';
import { TicketForm } from './ticket-form.tsx';

interface TicketDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: TicketDraft;
  readonly onSave: (draft: TicketDraft) => void;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly id?: string;
}

/** The form of a ticket in a dialog. */
export function TicketDialog(props: TicketDialogProps) {
  const { title, action, initial, onSave, onClose, isBusy, error, id } = props;
  const [draft, setDraft] = useState(initial);
  return (
    <FormDialog title={title} isChanged={!isSameDraft(initial, draft)} onClose={onClose}>
      {leave => (
        <TicketForm
          draft={draft}
          onChange={setDraft}
          action={action}
          onSubmit={() => onSave(draft)}
          onCancel={leave}
          isBusy={isBusy}
          error={error}
          id={id}
        />
      )}
    </FormDialog>
  );
}
