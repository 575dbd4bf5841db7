import { faultOf, fieldsOf, type Ticket } from '@picket/tracker';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { toTicket } from '../../api/records.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { MarkdownField } from '../../components/markdown-field.tsx';
import { useNotice } from '../../components/notices.tsx';
import styles from './ticket-comments.module.css';

interface CommentFormProps {
  readonly ticket: Ticket;
  readonly show: (ticket: Ticket) => void;
  /** Told what is being sent, and undefined once that has ended. */
  readonly setSent: (body: string | undefined) => void;
}

/** Takes the text back where it could not be sent; that of a deleted ticket stays for as long as it holds some. */
export function CommentForm({ ticket, show, setSent }: CommentFormProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const { run, error, isRunning } = useChange();
  const notify = useNotice();
  const form = useRef<HTMLFormElement>(null);

  const send = async () => {
    const wrong = faultOfComment(text);
    setFault(wrong);
    if (wrong !== undefined) {
      form.current?.querySelector('textarea')?.focus();
      return;
    }
    setSent(text);
    setText('');
    const changed = toTicket(
      await run(['ticket', 'comment', `--id=${ticket.id}`, `--body=${text}`]),
    );
    setSent(undefined);
    if (changed === undefined) {
      setText(typed => (typed.trim() === '' ? text : `${text}\n\n${typed}`));
      return;
    }
    show(changed);
    notify('Added the comment.');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  if (ticket.deletedAt !== null && text === '' && !isRunning) return null;
  return (
    <form ref={form} onSubmit={onSubmit} className={styles.form}>
      <MarkdownField
        label="New comment"
        rows={4}
        value={text}
        onChange={setText}
        fault={fault}
        onKeyDown={onKeyDown}
      />
      {error && <ErrorPanel error={error} />}
      <p className={styles.send}>
        <Button kind="primary" type="submit" isBusy={isRunning} aria-keyshortcuts="Control+Enter">
          Comment
        </Button>
        <span>or Ctrl + Enter</span>
      </p>
    </form>
  );
}

/** A comment may be as long as a body, and must say something. */
function faultOfComment(text: string): string | undefined {
  if (text.trim() === '') return 'Write something first.';
  const fault = faultOf(fieldsOf.ticket.body.shape, text);
  return fault === undefined ? undefined : `It ${fault}.`;
}
