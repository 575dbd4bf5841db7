import type { Ticket } from '@picket/tracker';
import type { KnownStories } from './known-stories.ts';
import type { SortField, TicketQuery } from './ticket-query.ts';

/** What a table and a list of cards are drawn from. */
export interface TicketListProps {
  readonly tickets: readonly Ticket[];
  readonly stories: KnownStories;
  readonly query: TicketQuery;
  readonly ask: (change: Partial<TicketQuery>) => void;
}

/** Sorted by the field: a first look wants what is new, urgent or in progress, and else the beginning. */
export function sortedBy(field: SortField, query: TicketQuery): Partial<TicketQuery> {
  if (field === query.sort) return { descending: !query.descending };
  return { sort: field, descending: field === 'updated' || field === 'priority' };
}
