import type { Ticket } from '@picket/tracker';
import { useState } from 'react';
import { toTicket } from '../../api/records.ts';
import { useChange } from '../../api/use-change.ts';
import { useNotice } from '../../components/notices.tsx';
import { updateArguments } from './ticket-arguments.ts';
import { TicketDialog } from './ticket-dialog.tsx';
import { draftOf, type TicketDraft } from './ticket-draft.ts';

interface EditTicketDialogProps {
  readonly ticket: Ticket;
  readonly onSaved: (ticket: Ticket) => void;
  readonly onClose: () => void;
}

/** What is sent is told from the ticket as it was when the dialog opened, whatever others change meanwhile. */
export function EditTicketDialog({ ticket, onSaved, onClose }: EditTicketDialogProps) {
  const [initial] = useState(() => draftOf(ticket));
  const { run, error, isRunning } = useChange();
  const notify = useNotice();
  const save = async (draft: TicketDraft) => {
    const argv = updateArguments(ticket.id, initial, draft);
    if (argv === undefined) return onClose();
    const saved = toTicket(await run(argv));
    if (saved === undefined) return;
    notify(`Saved ticket #${saved.number}.`);
    onSaved(saved);
    onClose();
  };
  return (
    <TicketDialog
      title={`Edit ticket #${ticket.number}`}
      action="Save"
      initial={initial}
      onSave={draft => void save(draft)}
      onClose={onClose}
      isBusy={isRunning}
      error={error}
      id={ticket.id}
    />
  );
}
