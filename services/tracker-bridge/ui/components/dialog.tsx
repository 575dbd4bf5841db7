import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { ErrorPanel } from './error-panel.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Shown while it is rendered. The first field has the focus, where there is one; the browser keeps it within and gives
 * it back. Escape and a click beside it close it.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect ends before the element is taken away, which would take the focus with it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onMouseDown={event => {
        if (isBeside(event)) onClose();
      }}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

/** A click on the backdrop is one on the dialog, outside of its box. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

interface ConfirmDialogProps extends DialogProps {
  /** What the button says that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** Asks before something that is hard to take back. */
export function ConfirmDialog({
  title,
  action,
  onClose,
  onConfirm,
  isBusy,
  error,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.body}>{children}</div>
      {error && <ErrorPanel error={error} />}
      <footer className={styles.footer}>
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </footer>
    </Dialog>
  );
}
