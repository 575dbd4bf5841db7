import type { TrackerEvent } from './event.ts';

/** One line, the id first: merging finds it there. */
export function serialiseEvent(event: TrackerEvent): string {
  const { id, at, by, type, record, op, ...rest } = event;
  return JSON.stringify({ id, at, by, type, record, op, ...rest });
}

const head = /^\{"id":"([0-9A-Z]{26})"/;

/** The id of the event that a line holds, without parsing it; undefined where it does not begin with one. */
export function idOfLine(line: string): string | undefined {
  return head.exec(line)?.[1];
}
