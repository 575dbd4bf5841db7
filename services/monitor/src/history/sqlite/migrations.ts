import type { DatabaseSync } from 'node:sqlite';
import { PicketError } from '../../errors.ts';

/** `PKTH` in ASCII: marks an SQLite file as a history of Picket. */
const applicationId = 0x504b5448;

/** One entry a schema version, never changed once released: a file of version n has had the first n. */
const migrations = [
  `
  CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    probe TEXT NOT NULL,
    request TEXT NOT NULL,
    UNIQUE (probe, request)
  ) STRICT;

  CREATE TABLE results (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    series INTEGER NOT NULL,
    at INTEGER NOT NULL,
    health INTEGER NOT NULL,
    good INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    status INTEGER,
    time REAL,
    reason TEXT,
    alerts TEXT
  ) STRICT;
  CREATE INDEX results_by_time ON results (series, at);

  CREATE TABLE bodies (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE roll_ups (
    series INTEGER NOT NULL,
    span INTEGER NOT NULL,
    start INTEGER NOT NULL,
    runs INTEGER NOT NULL,
    good INTEGER NOT NULL,
    latency BLOB NOT NULL,
    PRIMARY KEY (series, span, start)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE batches (
    id TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

/** Throws where the file is no history, or one of a newer version; changes nothing in it. */
export function validateOwner(database: DatabaseSync): void {
  const owner = database.prepare('SELECT * FROM pragma_application_id').get()?.application_id;
  const used = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (owner !== applicationId && used)
    throw new PicketError('PKT_HISTORY_UNREADABLE', 'it is another program’s database');
  if (versionOf(database) > migrations.length)
    throw new PicketError('PKT_HISTORY_UNREADABLE', 'it was written by a newer version of Picket');
}

/** Throws where there is nothing to read in the file, too: whoever is to write it has not come so far. */
export function validateMade(database: DatabaseSync): void {
  validateOwner(database);
  if (versionOf(database) === 0)
    throw new PicketError('PKT_HISTORY_UNREADABLE', 'nothing is kept in it yet');
}

/** Brings the file to the newest schema in one transaction, or throws and leaves it as it was. */
export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Asked again under the lock: another process may have been first.
    for (const migration of migrations.slice(versionOf(database))) database.exec(migration);
    database.exec(`
      PRAGMA application_id = ${applicationId};
      PRAGMA user_version = ${migrations.length};
      COMMIT;
    `);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('SELECT * FROM pragma_user_version').get()?.user_version);
}
