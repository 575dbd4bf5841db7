import { faultOf, fieldsOf, priorities, type Status, statuses, type Ticket } from '@picket/tracker';
import { isReference } from '../../api/reference.ts';

/** What the command sorts tickets by and the list shows. */
export const sortFields = ['updated', 'number', 'title', 'status', 'priority', 'assignee'] as const;
export type SortField = (typeof sortFields)[number];

/** What becomes of tickets that were deleted. */
export const deletedModes = ['hidden', 'shown', 'only'] as const;
type DeletedMode = (typeof deletedModes)[number];

/** Which tickets the list shows, as its address says it. */
export interface TicketQuery {
  readonly search: string;
  /** Any of them; of none, all. */
  readonly statuses: readonly Status[];
  readonly priorities: readonly Ticket['priority'][];
  /** Empty for what nobody has, undefined for all. */
  readonly assignee: string | undefined;
  /** All of them. */
  readonly labels: readonly string[];
  /** Number or id; empty for those without, undefined for all. */
  readonly story: string | undefined;
  readonly epic: string | undefined;
  readonly deleted: DeletedMode;
  readonly sort: SortField;
  readonly descending: boolean;
  /** Where each page before ended. */
  readonly cursors: readonly string[];
}

export const everything: TicketQuery = {
  search: '',
  statuses: [],
  priorities: [],
  assignee: undefined,
  labels: [],
  story: undefined,
  epic: undefined,
  deleted: 'hidden',
  sort: 'updated',
  descending: true,
  cursors: [],
};

const longestSearch = 200;
const mostLabels = 20;
/** Further on, an address would grow past what proxies take. */
export const mostPages = 40;

/** What the address says wrongly counts as not said. */
export function parseTicketQuery(params: URLSearchParams): TicketQuery {
  const sort = params.get('sort') ?? '';
  const field = sortFields.find(name => name === sort.replace(/^-/, ''));
  return {
    search: (params.get('search') ?? '').slice(0, longestSearch).toWellFormed(),
    statuses: statuses.filter(status => params.getAll('status').includes(status)),
    priorities: priorities.filter(priority => params.getAll('priority').includes(priority)),
    assignee: params.getAll('assignee').find(isAssignee),
    labels: unique(params.getAll('label').filter(isLabel)).slice(0, mostLabels),
    story: params.getAll('story').find(story => story === '' || isReference(story)),
    epic: params.getAll('epic').find(isReference),
    deleted: deletedModes.find(mode => mode === params.get('deleted')) ?? 'hidden',
    sort: field ?? everything.sort,
    descending: field === undefined ? everything.descending : sort.startsWith('-'),
    cursors: params.getAll('cursor').filter(isCursor).slice(0, mostPages),
  };
}

/** The address's part behind the question mark; what is as in `everything` is left out. */
export function ticketSearch(query: TicketQuery): string {
  const params = new URLSearchParams();
  const put = (name: string, ...values: readonly (string | undefined)[]) => {
    for (const value of values) if (value !== undefined) params.append(name, value);
  };
  put('search', query.search || undefined);
  put('status', ...query.statuses);
  put('priority', ...query.priorities);
  put('assignee', query.assignee);
  put('label', ...query.labels);
  put('story', query.story);
  put('epic', query.epic);
  if (query.deleted !== everything.deleted) put('deleted', query.deleted);
  const isUsual = query.sort === everything.sort && query.descending === everything.descending;
  if (!isUsual) put('sort', sortValue(query));
  put('cursor', ...query.cursors);
  return params.toString();
}

export const sortValue = ({ sort, descending }: Pick<TicketQuery, 'sort' | 'descending'>): string =>
  `${descending ? '-' : ''}${sort}`;

/** How many filters hold. */
export function filterCount(query: TicketQuery): number {
  const { search, assignee, story, epic, deleted } = query;
  const single = [search !== '', assignee !== undefined, story !== undefined, epic !== undefined];
  return (
    single.filter(Boolean).length +
    [query.statuses, query.priorities, query.labels].filter(({ length }) => length > 0).length +
    (deleted === 'hidden' ? 0 : 1)
  );
}

const isAssignee = (value: string): boolean =>
  value === '' || faultOf(fieldsOf.ticket.assignee.shape, value) === undefined;

const isLabel = (value: string): boolean =>
  faultOf(fieldsOf.ticket.labels.shape, [value]) === undefined;

const isCursor = (value: string): boolean => /^[\w-]{1,500}$/.test(value);

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];
