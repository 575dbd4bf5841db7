import { closedStatuses, type Story, type Ticket } from '@picket/tracker';

export interface ChildCounts {
  readonly closed: number;
  readonly total: number;
}

export const noChildren: ChildCounts = { closed: 0, total: 0 };

/** As many children as are read to count them: the command prints them whole. */
export const mostChildren = 1_000;

/** How many stories or tickets each epic or story holds, by its id, and how many of them are closed. */
export function childCounts(
  children: readonly (Story | Ticket)[],
): ReadonlyMap<string, ChildCounts> {
  const counts = new Map<string, ChildCounts>();
  for (const child of children) {
    const parent = child.type === 'story' ? child.epicId : child.storyId;
    if (parent === null) continue;
    const { closed, total } = counts.get(parent) ?? noChildren;
    const isClosed = closedStatuses.includes(child.status);
    counts.set(parent, { closed: closed + (isClosed ? 1 : 0), total: total + 1 });
  }
  return counts;
}
