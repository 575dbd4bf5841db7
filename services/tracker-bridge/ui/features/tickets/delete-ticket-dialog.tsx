import type { Ticket } from '@picket/tracker';
import { toTicket } from '../../api/records.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { useNotice } from '../../components/notices.tsx';

interface DeleteTicketDialogProps {
  readonly ticket: Ticket;
  readonly onDeleted: (ticket: Ticket) => void;
  readonly onClose: () => void;
}

export function DeleteTicketDialog({ ticket, onDeleted, onClose }: DeleteTicketDialogProps) {
  const { run, error, isRunning } = useChange();
  const notify = useNotice();
  const confirm = async () => {
    const deleted = toTicket(await run(['ticket', 'delete', `--id=${ticket.id}`]));
    if (deleted === undefined) return;
    notify(`Deleted ticket #${ticket.number}.`);
    onDeleted(deleted);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Delete ticket #${ticket.number}?`}
      action="Delete ticket"
      onClose={onClose}
      onConfirm={() => void confirm()}
      isBusy={isRunning}
      error={error}
    >
      <p>
        “{ticket.title}” leaves the lists and the board. Its comments and history stay, and it can
        be restored at any time.
      </p>
    </ConfirmDialog>
  );
}
