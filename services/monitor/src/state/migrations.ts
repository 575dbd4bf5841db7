import type { DatabaseSync } from 'node:sqlite';
import { PicketError } from '../errors.ts';

/** `PKTS` in ASCII: marks an SQLite file as a state file of Picket. */
const applicationId = 0x504b5453;

/** One entry a schema version, never changed once released: a file of version n has had the first n. */
const migrations = [
  `
  CREATE TABLE probes (
    id TEXT NOT NULL PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    session INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE alert_states (
    uid TEXT NOT NULL REFERENCES probes (uid) ON DELETE CASCADE,
    request TEXT NOT NULL,
    alert TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('normal', 'incident')),
    streak INTEGER NOT NULL,
    streak_since INTEGER,
    began_at INTEGER,
    sequence INTEGER NOT NULL,
    PRIMARY KEY (uid, request, alert)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE transitions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX transitions_by_time ON transitions (at);

  CREATE TABLE deliveries (
    number INTEGER NOT NULL REFERENCES transitions (number) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    line TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    first_tried_at INTEGER,
    not_before INTEGER NOT NULL,
    sent_at INTEGER,
    gave_up_at INTEGER,
    PRIMARY KEY (number, channel)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX owed_by_time ON deliveries (channel, not_before, number)
    WHERE sent_at IS NULL AND gave_up_at IS NULL;
  CREATE INDEX owed_by_line ON deliveries (channel, line, number)
    WHERE sent_at IS NULL AND gave_up_at IS NULL;
  `,
];

/** Throws `PKT_STATE_UNREADABLE` where the file belongs to another program; changes nothing in it. */
export function validateOwner(database: DatabaseSync): void {
  const owner = database.prepare('SELECT * FROM pragma_application_id').get()?.application_id;
  const used = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (owner !== applicationId && used)
    throw new PicketError('PKT_STATE_UNREADABLE', 'it is another program’s database');
}

/** Brings the file to the newest schema in one transaction, or throws and leaves it as it was. */
export function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('SELECT * FROM pragma_user_version').get()?.user_version);
  if (version > migrations.length)
    throw new PicketError('PKT_STATE_UNREADABLE', 'it was written by a newer version of Picket');
  database.exec(`
    BEGIN EXCLUSIVE;
    ${migrations.slice(version).join('\n')}
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${migrations.length};
    COMMIT;
  `);
}
