import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type Status, statuses, type Ticket } from '@picket/tracker';
import { useCallback, useRef, useState } from 'react';
import { BoardColumn, FoldedColumn } from './board-column.tsx';
import { ticketsById } from './board-columns.ts';
import styles from './board-view.module.css';
import cardStyles from './card.module.css';
import { Card, type CardPart } from './card.tsx';
import { CardContent } from './card-content.tsx';
import { columnCoordinates } from './column-coordinates.ts';
import { ColumnTabs } from './column-tabs.tsx';
import { createAnnouncements, instructions } from './drag-words.ts';
import { isStatus } from './is-status.ts';
import type { BoardData } from './read-board.ts';
import { waitsFor } from './waits-for.ts';

interface BoardViewProps {
  readonly data: BoardData;
  /** Titles of stories by id. */
  readonly stories: ReadonlyMap<string, string>;
  readonly isFolded: (status: Status) => boolean;
  /** Undefined where the column never is. */
  readonly onFold: (status: Status) => (() => void) | undefined;
  readonly onMore: (status: Status) => void;
  readonly onMove: (ticket: Ticket, to: Status) => void;
}

/** The columns, between which cards are moved by mouse, touch, keyboard and by their menu. */
export function BoardView({ data, stories, isFolded, onFold, onMore, onMove }: BoardViewProps) {
  const [carried, setCarried] = useState<Ticket | undefined>(undefined);
  const columns = useRef<HTMLDivElement>(null);
  const [announcements] = useState(createAnnouncements);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: columnCoordinates, scrollBehavior: 'auto' }),
  );
  const { follow, takeFocus } = useFocusThatFollows();
  const known = ticketsById(data.columns);
  const textOf = (ticket: Ticket) => ({
    ticket,
    story: ticket.storyId === null ? undefined : stories.get(ticket.storyId),
    waitsFor: waitsFor(ticket, known, data.ready),
  });
  const move = (ticket: Ticket, to: Status, by: CardPart | undefined) => {
    follow(ticket.id, by);
    onMove(ticket, to);
  };
  const drop = ({ active, over, activatorEvent }: DragEndEvent) => {
    setCarried(undefined);
    const ticket = known.get(String(active.id));
    if (ticket === undefined || !isStatus(over?.id) || over.id === ticket.status) return;
    move(ticket, over.id, activatorEvent instanceof KeyboardEvent ? 'handle' : undefined);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      accessibility={{
        announcements,
        screenReaderInstructions: instructions,
        restoreFocus: false,
      }}
      onDragStart={({ active }) => setCarried(known.get(String(active.id)))}
      onDragEnd={drop}
      onDragCancel={() => setCarried(undefined)}
    >
      <ColumnTabs columns={data.columns} scroller={columns} />
      <div ref={columns} className={styles.columns} data-dragging={carried && true}>
        {statuses.map(status => {
          const fold = onFold(status);
          const column = data.columns[status];
          if (isFolded(status)) {
            return (
              <FoldedColumn
                key={status}
                status={status}
                total={column.total}
                onUnfold={() => fold?.()}
              />
            );
          }
          return (
            <BoardColumn
              key={status}
              status={status}
              column={column}
              onFold={fold}
              onMore={() => onMore(status)}
            >
              {column.tickets.map(ticket => (
                <Card
                  key={ticket.id}
                  {...textOf(ticket)}
                  takeFocus={takeFocus}
                  onMove={(to, by) => move(ticket, to, by)}
                />
              ))}
            </BoardColumn>
          );
        })}
      </div>
      <DragOverlay dropAnimation={null}>
        {carried && (
          <div className={`${cardStyles.card} ${cardStyles.carried}`}>
            <CardContent {...textOf(carried)} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Under the pointer; a card that is carried by keyboard has none. */
const columnUnder: CollisionDetection = args =>
  args.pointerCoordinates === null ? closestCenter(args) : pointerWithin(args);

/** A card is another element in its new column: the focus goes along, unless it has gone elsewhere since. */
function useFocusThatFollows() {
  const followed = useRef<{ readonly id: string; readonly part: CardPart } | null>(null);
  const follow = useCallback((id: string, part: CardPart | undefined) => {
    followed.current = part === undefined ? null : { id, part };
  }, []);
  const takeFocus = useCallback((id: string) => {
    if (followed.current?.id !== id) return undefined;
    return document.activeElement === document.body ? followed.current.part : undefined;
  }, []);
  return { follow, takeFocus };
}
