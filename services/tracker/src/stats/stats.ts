import { type Cache, numberOf, textOf } from '../cache/cache.ts';
import { type Status, statuses } from '../record/fields.ts';
import { type RecordType, recordTypes } from '../record/record-type.ts';
import { type BurnUpDay, burnUp } from './burn-up.ts';
import { type Day, dayOf, dayText, mondayOf, startOf } from './day.ts';
import { cycleTimes, leadTimes, type Percentiles } from './durations.ts';
import { type Assignee, byAssignee, oldestOpen, stuckTickets, type Waiting } from './open-work.ts';
import { readHistories } from './read-histories.ts';
import { throughput, type Week } from './throughput.ts';

export interface StatsOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How many weeks, today's included, throughput, times and assignees look back. */
  readonly weeks: number;
  /** A ticket in progress that nobody touched for longer is stuck. */
  readonly stuckDays: number;
  /** The days of the burn-up: those weeks unless given, as many up to `to` where only that is. */
  readonly from?: Day;
  readonly to?: Day;
}

/** How the work goes. Days are those of UTC; deleted records count only in the past of the burn-up. */
export interface Stats {
  readonly now: string;
  readonly counts: Readonly<Record<RecordType, Readonly<Record<Status, number>>>>;
  /** The first day of the weeks looked at. */
  readonly since: string;
  readonly throughput: readonly Week[];
  readonly leadTime: Percentiles;
  readonly cycleTime: Percentiles;
  readonly stuckDays: number;
  readonly stuck: readonly Waiting[];
  readonly oldestOpen: readonly Waiting[];
  readonly assignees: readonly Assignee[];
  readonly burnUp: readonly BurnUpDay[];
}

const mostOldest = 10;

export function computeStats(cache: Cache, options: StatsOptions): Stats {
  const { now, weeks, stuckDays } = options;
  const today = dayOf(now);
  const first = mondayOf(today) - 7 * (weeks - 1);
  const since = startOf(first);
  const end = options.to ?? today;
  const begin = options.to === undefined ? first : end - 7 * weeks + 1;
  const histories = readHistories(cache);
  const kept = histories.filter(({ ticket }) => ticket.deletedAt === null);
  return {
    now: new Date(now).toISOString(),
    counts: readCounts(cache),
    since: dayText(first),
    throughput: throughput(kept, today, weeks),
    leadTime: leadTimes(kept, since),
    cycleTime: cycleTimes(kept, since),
    stuckDays,
    stuck: stuckTickets(kept, now, stuckDays),
    oldestOpen: oldestOpen(kept, now, mostOldest),
    assignees: byAssignee(kept, since),
    burnUp: burnUp(histories, options.from ?? begin, end),
  };
}

function readCounts(cache: Cache): Stats['counts'] {
  const counts = { epic: noCounts(), story: noCounts(), ticket: noCounts() };
  const sql =
    'SELECT type, status, count(*) AS n FROM records WHERE deletedAt IS NULL GROUP BY type, status';
  for (const { type, status, n } of cache.all(sql)) {
    const of = recordTypes.find(each => each === textOf(type));
    const at = statuses.find(each => each === textOf(status));
    if (of !== undefined && at !== undefined) counts[of][at] = numberOf(n);
  }
  return counts;
}

function noCounts(): Record<Status, number> {
  return { backlog: 0, todo: 0, in_progress: 0, done: 0, cancelled: 0 };
}
