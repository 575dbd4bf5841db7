import { sortValue, type TicketQuery } from './ticket-query.ts';

/** Tickets a page. */
export const pageSize = 50;

/** What the command is called with for a page of the list. */
export function listArguments(query: TicketQuery): readonly string[] {
  const { search, assignee, story, epic } = query;
  return [
    'ticket',
    'read',
    `--limit=${pageSize}`,
    `--sort=${sortValue(query)}`,
    ...flags('search', search.trim() || undefined),
    ...flags('status', ...query.statuses),
    ...flags('priority', ...query.priorities),
    ...flags('assignee', assignee),
    ...flags('label', ...query.labels),
    ...flags('story', story),
    ...flags('epic', epic),
    ...deletedFlags[query.deleted],
    ...flags('cursor', query.cursors.at(-1)),
  ];
}

const deletedFlags = {
  hidden: [],
  shown: ['--deleted'],
  only: ['--deleted-after=1970-01-01'],
} as const;

const flags = (name: string, ...values: readonly (string | undefined)[]): readonly string[] =>
  values.flatMap(value => (value === undefined ? [] : [`--${name}=${value}`]));
