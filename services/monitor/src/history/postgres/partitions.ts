import type { ClientBase } from 'pg';
import { spans, startOf } from '../roll-up.ts';

/** Results and bodies are kept by the hour, so that old ones are dropped without a trace. */
const partitioned = ['results', 'bodies'] as const;

interface Partition {
  /** Qualified and quoted. */
  readonly name: string;
  readonly parent: (typeof partitioned)[number];
  /** Unix milliseconds at which its hour begins. */
  readonly start: number;
  readonly bytes: number;
}

/** Makes the partitions that results of these times go to, where they are not there. */
export async function createPartitions(client: ClientBase, hours: Iterable<number>): Promise<void> {
  for (const hour of hours) {
    for (const parent of partitioned) {
      await client.query(`
        CREATE TABLE IF NOT EXISTS picket_history.${parent}_${hour / spans.hour}
        PARTITION OF picket_history.${parent}
        FOR VALUES FROM (${hour}) TO (${hour + spans.hour})`);
    }
  }
}

/** The hour a result is kept in. */
export function hourOf(at: number): number {
  return startOf('hour', at);
}

/** All there are, the oldest first and bodies before their results. */
export async function listPartitions(client: ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<{ parent: string; name: string; bytes: number }>(`
    SELECT parent.relname AS parent, part.relname AS name,
      pg_total_relation_size(part.oid)::float8 AS bytes
    FROM pg_inherits
      JOIN pg_class AS part ON part.oid = inhrelid
      JOIN pg_class AS parent ON parent.oid = inhparent
    WHERE parent.relkind = 'p' AND parent.relnamespace = 'picket_history'::regnamespace`);
  return rows
    .flatMap(({ parent: of, name, bytes }) => {
      const parent = partitioned.find(each => each === of);
      const hour = Number(name.split('_').at(-1));
      if (parent === undefined || !Number.isInteger(hour)) return [];
      const start = hour * spans.hour;
      return [{ parent, start, bytes, name: `picket_history.${client.escapeIdentifier(name)}` }];
    })
    .sort((a, b) => a.start - b.start || a.parent.localeCompare(b.parent));
}

/** Those that are out of bounds: too old, or the oldest where all take too much, even the one that is written now. */
export function outOfBounds(
  partitions: readonly Partition[],
  keepSince: Readonly<Record<Partition['parent'], number>>,
  maxBytes: number,
): Partition[] {
  let bytes = partitions.reduce((sum, each) => sum + each.bytes, 0);
  return partitions.filter(({ parent, start, bytes: own }) => {
    const isOld = start + spans.hour <= keepSince[parent];
    if (!isOld && bytes <= maxBytes) return false;
    bytes -= own;
    return true;
  });
}
