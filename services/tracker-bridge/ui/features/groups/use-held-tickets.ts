import type { Ticket } from '@picket/tracker';
import { type List, toTickets } from '../../api/records.ts';
import { type Read, useRead } from '../../api/use-read.ts';
import { mostChildren } from './child-counts.ts';
import type { Group } from './group.ts';

/** The tickets of a story, or of all stories of an epic; where there are too many, those that changed last. */
export function useHeldTickets({ type, id }: Group): Read<List<Ticket>> {
  const argv = ['ticket', 'read', `--${type}=${id}`, `--limit=${mostChildren}`, '--sort=-updated'];
  return useRead(argv, toTickets);
}
