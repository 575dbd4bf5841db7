import type { Comment, Ticket } from '@picket/tracker';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { personName } from '../../components/person.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { CommentForm } from './comment-form.tsx';
import styles from './ticket-comments.module.css';

interface TicketCommentsProps {
  readonly ticket: Ticket;
  readonly show: (ticket: Ticket) => void;
}

/** Drawing Markdown takes its time: the comments before the last ones are drawn when they are asked for. */
const shownFirst = 30;

/** A comment that is being sent stands there already. */
export function TicketComments({ ticket, show }: TicketCommentsProps) {
  const { comments } = ticket;
  const [isAll, setIsAll] = useState(false);
  const [sent, setSent] = useState<string>();
  const shown = isAll ? comments : comments.slice(-shownFirst);
  return (
    <section aria-label="Comments" className={styles.comments}>
      <h2>Comments{comments.length > 0 && ` (${comments.length})`}</h2>
      {shown.length < comments.length && (
        <Button onClick={() => setIsAll(true)}>
          Show the {comments.length - shown.length} before these
        </Button>
      )}
      {(shown.length > 0 || sent !== undefined) && (
        <ol className={styles.list}>
          {shown.map(comment => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
          {sent !== undefined && (
            <li className={styles.sent}>
              <p className={styles.by}>Sending…</p>
              <Markdown text={sent} />
            </li>
          )}
        </ol>
      )}
      <CommentForm ticket={ticket} show={show} setSent={setSent} />
    </section>
  );
}

function CommentItem({ comment }: { readonly comment: Comment }) {
  return (
    <li className={styles.comment}>
      <p className={styles.by}>
        <strong>{personName(comment.createdBy)}</strong> <RelativeTime at={comment.createdAt} />
      </p>
      <Markdown text={comment.body} />
    </li>
  );
}
