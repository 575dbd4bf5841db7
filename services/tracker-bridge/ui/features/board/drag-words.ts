import type { Active, Announcements, Over } from '@dnd-kit/core';
import { statusNames } from '../../components/badge.tsx';
import { isStatus } from './is-status.ts';

export const instructions = {
  draggable:
    'Press space to pick the ticket up, the left and right arrows to choose a column, space again to put it there, escape to leave it where it was.',
};

/** What is said while tickets are carried. */
export function createAnnouncements(): Announcements {
  let isPickedUp = false;
  return {
    onDragStart({ active }) {
      isPickedUp = true;
      return `Picked up ${named(active)} from ${columnOf(active)}.`;
    },
    onDragOver({ active, over }) {
      // Where it lies as it is picked up was just said.
      const isFirst = isPickedUp;
      isPickedUp = false;
      if (isFirst && over?.id === active.data.current?.status) return undefined;
      return `${named(active)} is over ${over === null ? 'no column' : name(over)}.`;
    },
    onDragEnd: ({ active, over }) =>
      over === null || over.id === active.data.current?.status
        ? `${named(active)} stays in ${columnOf(active)}.`
        : `${named(active)} is put into ${name(over)}.`,
    onDragCancel: ({ active }) => `${named(active)} stays in ${columnOf(active)}.`,
  };
}

const named = ({ data }: Active): string => `ticket ${data.current?.number}`;
const columnOf = ({ data }: Active): string => statusName(data.current?.status);
const name = ({ id }: Over): string => statusName(id);
const statusName = (value: unknown): string => (isStatus(value) ? statusNames[value] : 'nowhere');
