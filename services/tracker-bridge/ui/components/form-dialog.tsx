import { type ReactNode, useState } from 'react';
import { ConfirmDialog, Dialog } from './dialog.tsx';

interface FormDialogProps {
  readonly title: string;
  /** Whether something was written that closing would lose. */
  readonly isChanged: boolean;
  readonly onClose: () => void;
  /** The form; `leave` is for its own way out. */
  readonly children: (leave: () => void) => ReactNode;
}

/** A form in a dialog, which does not close over what was written without asking. */
export function FormDialog({ title, isChanged, onClose, children }: FormDialogProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => (isChanged ? setIsLeaving(true) : onClose());
  return (
    <>
      <Dialog title={title} onClose={leave}>
        {children(leave)}
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title="Throw away what you wrote?"
          action="Throw away"
          onClose={() => setIsLeaving(false)}
          onConfirm={onClose}
          isBusy={false}
          error={null}
        >
          <p>It has not been saved.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
