import type { ClientBase } from 'pg';
import { PicketError } from '../../errors.ts';
import { locks } from './locks.ts';

/** One entry a schema version, never changed once released. */
const migrations = [
  `
  CREATE TABLE picket_history.series (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    probe text NOT NULL,
    request text NOT NULL,
    UNIQUE (probe, request)
  );

  CREATE SEQUENCE picket_history.numbers;

  CREATE TABLE picket_history.results (
    number bigint NOT NULL,
    series integer NOT NULL,
    at bigint NOT NULL,
    health smallint NOT NULL,
    good boolean NOT NULL,
    answered boolean NOT NULL,
    status integer,
    time double precision,
    reason text,
    alerts text
  ) PARTITION BY RANGE (at);
  CREATE INDEX results_by_time ON picket_history.results (series, at, number);

  CREATE TABLE picket_history.bodies (
    number bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL
  ) PARTITION BY RANGE (at);
  CREATE INDEX bodies_by_number ON picket_history.bodies (number);

  CREATE TABLE picket_history.roll_ups (
    series integer NOT NULL REFERENCES picket_history.series (id),
    span integer NOT NULL,
    start bigint NOT NULL,
    runs integer NOT NULL,
    good integer NOT NULL,
    latency bytea NOT NULL,
    PRIMARY KEY (series, span, start)
  ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
  CREATE INDEX roll_ups_by_time ON picket_history.roll_ups (span, start);

  CREATE TABLE picket_history.batches (
    id text PRIMARY KEY,
    at bigint NOT NULL
  );
  `,
];

/**
 * Brings the schema `picket_history` to the newest version, made where there is none; several processes at once wait
 * for each other. Rejects where it is of a newer version, or the user may not.
 */
export async function migrate(client: ClientBase): Promise<void> {
  // Asked first without a lock: who may only read never needs one.
  if ((await versionOf(client)) === migrations.length) return;
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [...locks.migrate]);
    const version = await versionOf(client);
    if (version === undefined) await createVersion(client);
    for (const migration of migrations.slice(version ?? 0)) await client.query(migration);
    await client.query('UPDATE picket_history.version SET number = $1', [migrations.length]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Undefined where there is nothing of ours yet. Rejects where it is of a newer version. */
async function versionOf(client: ClientBase): Promise<number | undefined> {
  // The catalog itself is read: to_regclass may answer from before the lock was waited for.
  const { rowCount } = await client.query(`
    SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'picket_history' AND relname = 'version'`);
  if (rowCount === 0) return undefined;
  const versions = await client.query<{ number: number }>(
    'SELECT number FROM picket_history.version',
  );
  const version = versions.rows[0]?.number ?? 0;
  if (version <= migrations.length) return version;
  throw new PicketError(
    'PKT_HISTORY_UNAVAILABLE',
    'its schema picket_history was made by a newer version of Picket',
  );
}

/** A user who may not create schemas can be given one that is there. */
async function createVersion(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_namespace WHERE nspname = 'picket_history'",
  );
  if (rowCount === 0) await client.query('CREATE SCHEMA picket_history');
  await client.query(`
    CREATE TABLE picket_history.version (number integer NOT NULL);
    INSERT INTO picket_history.version VALUES (0);`);
}
