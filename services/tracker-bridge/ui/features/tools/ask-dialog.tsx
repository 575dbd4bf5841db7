import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import styles from './tools.module.css';

interface AskDialogProps {
  readonly title: string;
  /** What the button says that goes on. */
  readonly action: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

export function AskDialog({ title, action, onClose, onConfirm, children }: AskDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.ask}>{children}</div>
      <div className={styles.answers}>
        <Button onClick={onClose}>Not now</Button>
        <Button
          kind="primary"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
