import { DatabaseSync } from 'node:sqlite';
import { PicketError } from '../errors.ts';
import { migrate, validateOwner } from './migrations.ts';

/** Bytes the write-ahead log may keep on disk between checkpoints. */
const maxLog = 16 * 1024 * 1024;

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const busy = 5;
const corrupt = 11;
const notADatabase = 26;

/**
 * Opens the state file and holds it until it is closed or the process ends, however it ends.
 * Throws `PKT_STATE_IN_USE` or `PKT_STATE_UNREADABLE`; the file is then as it was.
 */
export function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
    hold(database);
    validateIntegrity(database);
    migrate(database);
    return database;
  } catch (error) {
    database?.close();
    throw stateError(path, error);
  }
}

/** Words a failure of the state file for its owner. */
export function stateError(path: string, error: unknown): PicketError {
  const options = { cause: error };
  const code = resultCode(error);
  if (code === busy)
    return new PicketError(
      'PKT_STATE_IN_USE',
      `the state file ${path} is in use by another process: stop that process, or name another file`,
      options,
    );
  const reason = error instanceof Error ? error.message : String(error);
  if (code === corrupt || code === notADatabase || error instanceof PicketError)
    return new PicketError(
      'PKT_STATE_UNREADABLE',
      `the state file ${path} cannot be used (${reason}): name another file, put back a copy of it, or move it away to start with every alert at rest`,
      options,
    );
  return new PicketError(
    'PKT_STATE_UNREADABLE',
    `the state file ${path} cannot be read and written (${reason}): check that its folder exists, that both may be written, and that the disk has room`,
    options,
  );
}

/**
 * SQLite's own file lock, so that the system drops it with the process; a pid file would outlive kill -9.
 * NORMAL means a commit is in the system's page cache before it is acknowledged, but not yet flushed to the
 * disk: the death of the process loses nothing. The machine's may lose the newest commits, never the file;
 * runs after it then make the same transitions again, with the same ids.
 */
function hold(database: DatabaseSync): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  validateOwner(database);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA journal_size_limit = ${maxLog};
  `);
}

/** Damage found now is one clear refusal; found later it would be failing records in the middle of an outage. */
function validateIntegrity(database: DatabaseSync): void {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (found !== 'ok') throw new PicketError('PKT_STATE_UNREADABLE', 'it is damaged');
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  // The low byte of an extended code is the primary one.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
