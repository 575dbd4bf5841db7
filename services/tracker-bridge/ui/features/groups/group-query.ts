import { type Status, statuses } from '@picket/tracker';
import { isReference } from '../../api/reference.ts';
import type { GroupKind } from './group.ts';

/** The orders that a list can have, as the command calls them. */
export const sortOrders = ['-updated', '-number', 'number', 'title', 'status'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** Which epics or stories are listed, as the address says it. */
export interface GroupQuery {
  readonly search: string;
  /** Any of them; of none, all. */
  readonly statuses: readonly Status[];
  /** Number or id; undefined for stories of all epics. */
  readonly epic: string | undefined;
  /** Whether those that were deleted are listed, too. */
  readonly deleted: boolean;
  readonly sort: SortOrder;
  /** The most that are listed. */
  readonly limit: number;
}

export const pageSize = 50;
/** Each look reads them all. */
export const mostListed = 500;
const longestSearch = 200;

export const everything: GroupQuery = {
  search: '',
  statuses: [],
  epic: undefined,
  deleted: false,
  sort: '-updated',
  limit: pageSize,
};

/** What the address says wrongly counts as not said. */
export function parseGroupQuery(params: URLSearchParams): GroupQuery {
  const limit = Number(params.get('limit'));
  return {
    search: (params.get('search') ?? '').slice(0, longestSearch).toWellFormed(),
    statuses: statuses.filter(status => params.getAll('status').includes(status)),
    epic: params.getAll('epic').find(isReference),
    deleted: params.get('deleted') === 'shown',
    sort: sortOrders.find(order => order === params.get('sort')) ?? everything.sort,
    limit: Number.isInteger(limit) && limit > pageSize ? Math.min(limit, mostListed) : pageSize,
  };
}

/** The address's part behind the question mark; what is as in `everything` is left out. */
export function groupSearch(query: GroupQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.search !== '') params.set('search', query.search);
  for (const status of query.statuses) params.append('status', status);
  if (query.epic !== undefined) params.set('epic', query.epic);
  if (query.deleted) params.set('deleted', 'shown');
  if (query.sort !== everything.sort) params.set('sort', query.sort);
  if (query.limit !== everything.limit) params.set('limit', String(query.limit));
  return params;
}

export function isFiltered({ search, statuses: of, epic }: GroupQuery): boolean {
  return search !== '' || of.length > 0 || epic !== undefined;
}

/** What the command is called with for the list. */
export function listArguments({ type }: GroupKind, query: GroupQuery): readonly string[] {
  const search = query.search.trim();
  return [
    type,
    'read',
    `--limit=${query.limit}`,
    `--sort=${query.sort}`,
    ...(search === '' ? [] : [`--search=${search}`]),
    ...query.statuses.map(status => `--status=${status}`),
    ...(type === 'epic' || query.epic === undefined ? [] : [`--epic=${query.epic}`]),
    ...(query.deleted ? ['--deleted'] : []),
  ];
}
