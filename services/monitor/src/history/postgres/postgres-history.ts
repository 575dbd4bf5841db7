import type { ClientBase, Pool, PoolClient } from 'pg';
import { PicketError } from '../../errors.ts';
import { shownEntry } from '../../protocol/server/server-address.ts';
import { type Bounds, type HistoryStore, keepRollUps } from '../store.ts';
import { spanNumbers } from '../stored-fields.ts';
import { within } from '../within.ts';
import { migrate } from './migrations.ts';
import { listPartitions, outOfBounds } from './partitions.ts';
import { readProbes, readResults, readRollUps } from './read.ts';
import { type Known, writeBatch } from './write-batch.ts';

/** Milliseconds that the server, and then we, wait for each thing. */
const limits = {
  connect: 5_000,
  statement: 10_000,
  query: 15_000,
  lock: 5_000,
  idleInTransaction: 15_000,
  close: 3_000,
} as const;

/** Connections held at most. Writing and pruning have their own: they never wait for readers. */
const connections = { reads: 4, writes: 2 } as const;

type Purpose = keyof typeof connections;
type Work<T> = (client: PoolClient) => Promise<T>;

/** Rows deleted in one statement. */
const step = 5_000;

/** Milliseconds for which a batch could still be given again. */
const keepBatches = 3_600_000;

/**
 * The history in PostgreSQL, in a schema of its own that is made with the first call; several processes may share it.
 * Connects when it is asked, so that a database that is away keeps nobody from starting.
 */
export function openPostgresHistory(url: string): HistoryStore {
  const shown = shownEntry('postgres', { uri: url }, 5432);
  const pools: { [Each in Purpose]?: Promise<Pool> } = {};
  const known: Known = { series: new Map(), hours: new Set() };
  let isMigrated = false;

  const connected = async <T>(purpose: Purpose, work: Work<T>): Promise<T> => {
    pools[purpose] ??= openPool(url, connections[purpose]);
    const client = await (await pools[purpose]).connect();
    try {
      if (!isMigrated) await migrate(client);
      isMigrated = true;
      const done = await work(client);
      client.release();
      return done;
    } catch (error) {
      // What state the connection is in is not known: it is not used again.
      client.release(true);
      throw error;
    }
  };
  const ask = async <T>(purpose: Purpose, work: Work<T>): Promise<T> => {
    try {
      return await connected(purpose, work);
    } catch (error) {
      // The schema may be gone: it is looked for again.
      isMigrated = false;
      throw unavailable(shown, error);
    }
  };

  return {
    probes: query => ask('reads', client => readProbes(client, query)),
    results: query => ask('reads', client => readResults(client, query)),
    rollUps: query => ask('reads', client => readRollUps(client, query)),
    async write(batch) {
      try {
        await ask('writes', client =>
          inTransaction(client, () => writeBatch(client, batch, known)),
        );
      } catch (error) {
        known.series.clear();
        known.hours.clear();
        throw error;
      }
    },
    async prune(bounds, now) {
      await ask('writes', client => prune(client, bounds, now));
      known.hours.clear();
      known.series.clear();
    },
    async close() {
      const opened = await Promise.all(Object.values(pools));
      const ended = Promise.all(opened.map(pool => pool.end()));
      await within(limits.close, ended, () => unavailable(shown, new Error('it hangs')));
    },
  };
}

/** The driver is loaded with the first call: most pickets have no use for it. */
async function openPool(url: string, max: number): Promise<Pool> {
  const { Pool } = await import('pg');
  const pool = new Pool({
    connectionString: url,
    application_name: 'picket',
    max,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    query_timeout: limits.query,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // Of a connection that waits for work: the next call opens another.
  pool.on('error', () => undefined);
  return pool;
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  // Where the work fails, the connection is closed, and the server undoes it.
  await work();
  await client.query('COMMIT');
}

async function prune(client: ClientBase, bounds: Bounds, now: number): Promise<void> {
  const old = outOfBounds(
    await listPartitions(client),
    { results: now - bounds.keepResults, bodies: now - bounds.keepBodies },
    bounds.maxBytes,
  );
  for (const { name } of old) await client.query(`DROP TABLE IF EXISTS ${name}`);
  for (const span of ['minute', 'hour'] as const) {
    await deleteInSteps(client, 'roll_ups', 'span = $1 AND start < $2', [
      spanNumbers[span],
      now - keepRollUps[span],
    ]);
  }
  await deleteInSteps(client, 'batches', 'at < $1', [now - keepBatches]);
  await deleteInSteps(
    client,
    'series',
    'NOT EXISTS (SELECT 1 FROM picket_history.roll_ups WHERE roll_ups.series = series.id)',
    [],
  );
}

async function deleteInSteps(
  client: ClientBase,
  table: 'roll_ups' | 'batches' | 'series',
  condition: string,
  values: readonly number[],
): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `DELETE FROM picket_history.${table} WHERE ctid IN
         (SELECT ctid FROM picket_history.${table} WHERE ${condition} LIMIT ${step})`,
      [...values],
    );
    if ((rowCount ?? 0) < step) return;
  }
}

function unavailable(shown: string, cause: unknown): PicketError {
  return new PicketError(
    'PKT_HISTORY_UNAVAILABLE',
    `the history in ${shown} cannot be written or read now: ${reasonOf(cause)}`,
    // What the server says in detail may hold values of rows.
    cause instanceof Error && 'severity' in cause ? {} : { cause },
  );
}

/** The error of a host with several addresses has those of all of them, and no message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
