import { eventsOf } from '../cache/apply-events.ts';
import type { Cache } from '../cache/cache.ts';
import type { TrackerEvent } from '../event/event.ts';

/** When what was done to a ticket, in milliseconds since 1970, as the clocks of those who did it say. */
export interface TicketHistory {
  readonly fieldChangedAt: (field: string) => number;
  readonly commentChangedAt: (comment: string) => number;
  readonly wasCommentDeleted: (comment: string) => boolean;
}

export function readHistory(cache: Cache, ticket: string): TicketHistory {
  const events = eventsOf(cache, ticket);
  const lastAt = (matches: (event: TrackerEvent) => boolean): number =>
    Date.parse(events.findLast(matches)?.at ?? '') || 0;
  return {
    fieldChangedAt: field =>
      lastAt(
        event =>
          event.op === 'create' ||
          (event.op === 'edit' && event.set !== undefined && Object.hasOwn(event.set, field)),
      ),
    commentChangedAt: comment =>
      lastAt(
        event =>
          (event.op === 'comment' || event.op === 'edit-comment') && event.comment === comment,
      ),
    wasCommentDeleted: comment =>
      events.some(event => event.op === 'delete-comment' && event.comment === comment),
  };
}
