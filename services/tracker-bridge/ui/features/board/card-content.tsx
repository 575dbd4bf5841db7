import type { Ticket } from '@picket/tracker';
import { Hourglass, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { Label, PriorityBadge } from '../../components/badge.tsx';
import { personName } from '../../components/person.tsx';
import styles from './card.module.css';
import type { WaitsFor } from './waits-for.ts';

const mostLabels = 3;

export interface CardContentProps {
  readonly ticket: Ticket;
  /** Title of its story. */
  readonly story: string | undefined;
  readonly waitsFor: WaitsFor | undefined;
  /** Beside the number. */
  readonly controls?: ReactNode;
}

/** What a card says, on the board and under the hand that carries it. */
export function CardContent({ ticket, story, waitsFor, controls }: CardContentProps) {
  const { number, title, priority, labels, assignee } = ticket;
  const more = labels.length - mostLabels;
  return (
    <>
      <div className={styles.top}>
        <span className={styles.number}>#{number}</span>
        {priority !== 'medium' && <PriorityBadge priority={priority} />}
        {controls}
      </div>
      <Link href={paths.ticket(number)} className={styles.title} draggable={false}>
        {title}
      </Link>
      {story !== undefined && <p className={styles.story}>{story}</p>}
      {waitsFor && (
        <p className={styles.waits}>
          <Hourglass aria-hidden size={13} />
          <span>{waitsText(waitsFor)}</span>
        </p>
      )}
      {(labels.length > 0 || assignee !== null) && (
        <div className={styles.bottom}>
          {labels.slice(0, mostLabels).map(label => (
            <Label key={label}>{label}</Label>
          ))}
          {more > 0 && <span className={styles.more}>+{more}</span>}
          {assignee !== null && (
            <span className={styles.assignee} title={assignee}>
              <UserRound aria-hidden size={13} />
              <span>{personName(assignee)}</span>
            </span>
          )}
        </div>
      )}
    </>
  );
}

function waitsText({ numbers, others }: WaitsFor): string {
  if (others) return 'Waits for other tickets';
  return `Waits for ${numbers.map(number => `#${number}`).join(', ')}`;
}
