import { useDraggable } from '@dnd-kit/core';
import type { Status } from '@picket/tracker';
import { GripVertical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import styles from './card.module.css';
import { CardContent, type CardContentProps } from './card-content.tsx';
import { MoveSelect } from './move-select.tsx';

/** The part of a card that a move was made with. */
export type CardPart = 'handle' | 'move';

interface CardProps extends Omit<CardContentProps, 'controls'> {
  readonly onMove: (to: Status, by: CardPart) => void;
  /** Which part is to have the focus as the card appears in its new column. */
  readonly takeFocus: (id: string) => CardPart | undefined;
}

/** A ticket that can be dragged by any part of it, and by the keyboard from its handle. */
export function Card({ onMove, takeFocus, ...content }: CardProps) {
  const { ticket } = content;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: ticket.id,
    data: { number: ticket.number, status: ticket.status },
    attributes: { roleDescription: 'ticket that can be moved' },
  });
  const card = useRef<HTMLLIElement | null>(null);
  useEffect(() => {
    const part = takeFocus(ticket.id);
    if (part === undefined) return;
    card.current?.querySelector<HTMLElement>(`[data-part="${part}"]`)?.focus();
  }, [ticket.id, takeFocus]);
  const controls = (
    <span className={styles.controls}>
      <MoveSelect ticket={ticket} onMove={to => onMove(to, 'move')} />
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        data-part="handle"
        className={styles.handle}
        aria-label={`Drag ticket ${ticket.number}`}
      >
        <GripVertical aria-hidden size={16} />
      </button>
    </span>
  );
  return (
    <li
      ref={node => {
        card.current = node;
        setNodeRef(node);
      }}
      {...listeners}
      className={styles.card}
      data-dragging={isDragging || undefined}
      data-ticket={ticket.number}
    >
      <CardContent {...content} controls={controls} />
    </li>
  );
}
