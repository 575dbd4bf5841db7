import { type RecordType, recordTypes, type Stats, type Status, statuses } from '@picket/tracker';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { Decode } from '../../api/records.ts';

/** What `tracker stats` prints; undefined where it is something else. */
export const toStats: Decode<Stats> = json => (Check(stats, json) ? json : undefined);

/** Whether there is a record of any type that is not deleted. */
export function hasRecords({ counts }: Stats): boolean {
  return recordTypes.some(type => countOf(counts[type]) > 0);
}

export function countOf(counts: Stats['counts'][RecordType]): number {
  return statuses.reduce((sum, status) => sum + counts[status], 0);
}

const count = Type.Integer({ minimum: 0 });
const status: Record<Status, typeof count> = {
  backlog: count,
  todo: count,
  in_progress: count,
  done: count,
  cancelled: count,
};
const counts = Type.Object(status);
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const seconds = nullable(Type.Number({ minimum: 0 }));
const percentiles = Type.Object({ count, p50: seconds, p85: seconds, p95: seconds });

const waiting = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  title: Type.String(),
  status: Type.String(),
  assignee: nullable(Type.String()),
  since: Type.String(),
  days: count,
});

const stats = Type.Object({
  now: Type.String(),
  counts: Type.Object({ epic: counts, story: counts, ticket: counts }),
  since: Type.String(),
  throughput: Type.Array(Type.Object({ week: Type.String(), done: count, cancelled: count })),
  leadTime: percentiles,
  cycleTime: percentiles,
  stuckDays: count,
  stuck: Type.Array(waiting),
  oldestOpen: Type.Array(waiting),
  assignees: Type.Array(
    Type.Object({
      assignee: nullable(Type.String()),
      open: count,
      inProgress: count,
      done: count,
    }),
  ),
  burnUp: Type.Array(Type.Object({ day: Type.String(), scope: count, done: count })),
});
