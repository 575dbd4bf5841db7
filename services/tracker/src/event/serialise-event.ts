import type { TrackerEvent } from './event.ts';

/** One line, the id first: merging finds it there. */
export function serialiseEvent(event: TrackerEvent): string {
  const { id, at, by, type, record, op, ...rest } = event;
  return JSON.stringify({ id, at, by, type, record, op, ...rest });
}
