import type { KeyboardCoordinateGetter } from '@dnd-kit/core';
import { statuses } from '@picket/tracker';
import { isStatus } from './is-status.ts';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
/** From the edge of a column to its cards. */
const inset = 8;

/** Arrow keys carry a picked-up card to the column beside. */
export const columnCoordinates: KeyboardCoordinateGetter = (
  event,
  { currentCoordinates, context: { over, active, droppableRects } },
) => {
  const step = steps[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const at = over?.id ?? active?.data.current?.status;
  if (!isStatus(at)) return undefined;
  const next = statuses[statuses.indexOf(at) + step];
  const rect = next && droppableRects.get(next);
  return rect ? { x: rect.left + inset, y: currentCoordinates.y } : undefined;
};
