import { closedStatuses, type Status, statuses, type Ticket } from '@picket/tracker';
import { CommandError } from '../../api/command-error.ts';
import { type List, toTickets } from '../../api/records.ts';
import type { Run } from '../../api/use-run.ts';
import { type Columns, columnsOf, ticketsById } from './board-columns.ts';

/** What is wanted of the board. */
export interface BoardQuery {
  readonly flags: readonly string[];
  /** How many tickets of each column, at most. */
  readonly limits: Readonly<Record<Status, number>>;
}

export interface BoardData {
  readonly columns: Columns;
  /** Ids of the tickets that wait for nothing; undefined where the columns tell that by themselves. */
  readonly ready: ReadonlySet<string> | undefined;
}

/** Tickets that one command lists for all columns; where there are more, each column has a command of its own. */
const atOnce = 200;

type Narrow = (...argv: readonly string[]) => Promise<List<Ticket>>;

/** Reads the newest of each column. Rejects with what the first command that failed failed with. */
export async function readBoard(
  run: Run,
  { flags, limits }: BoardQuery,
  abort: AbortController,
): Promise<BoardData> {
  const list: Narrow = async (...argv) => {
    const result = await run({ argv: ['ticket', ...argv, ...flags] }, abort);
    const tickets = result.exitCode === 0 ? toTickets(result.json) : undefined;
    if (tickets === undefined) throw new CommandError(result);
    return tickets;
  };
  const all = await list('read', newestFirst, `--limit=${atOnce}`);
  const columns =
    all.total <= all.items.length ? split(all.items, limits) : await readColumns(list, limits);
  if (!hasUnknownDependencies(columns)) return { columns, ready: undefined };
  const { items } = await list('ready', '--limit=0');
  return { columns, ready: new Set(items.map(({ id }) => id)) };
}

const newestFirst = '--sort=-updated';

function split(all: readonly Ticket[], limits: BoardQuery['limits']): Columns {
  return columnsOf(status => {
    const tickets = all.filter(ticket => ticket.status === status);
    return { tickets: tickets.slice(0, limits[status]), total: tickets.length };
  });
}

async function readColumns(list: Narrow, limits: BoardQuery['limits']): Promise<Columns> {
  const read = await Promise.all(
    statuses.map(async status => {
      const { items, total } = await list(
        'read',
        `--status=${status}`,
        newestFirst,
        `--limit=${limits[status]}`,
      );
      return { status, tickets: items, total };
    }),
  );
  return columnsOf(
    status => read.find(column => column.status === status) ?? { tickets: [], total: 0 },
  );
}

/** Whether an open ticket depends on one that no column shows, as that is filtered out or not among the newest. */
function hasUnknownDependencies(columns: Columns): boolean {
  const known = ticketsById(columns);
  return [...known.values()].some(
    ({ status, dependsOn }) =>
      !closedStatuses.includes(status) && dependsOn.some(id => !known.has(id)),
  );
}
