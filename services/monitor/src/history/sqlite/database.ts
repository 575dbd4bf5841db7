import { DatabaseSync } from 'node:sqlite';
import { PicketError } from '../../errors.ts';
import { migrate, validateMade, validateOwner } from './migrations.ts';

/** Bytes the write-ahead log may keep on disk between checkpoints. */
const maxLog = 16 * 1024 * 1024;

/** Milliseconds to wait for another process that writes. */
const patience = 5_000;

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const codes = { corrupt: 11, full: 13, notADatabase: 26 } as const;

export interface DatabaseOptions {
  /** Bytes the file may have; SQLite itself refuses to let it grow beyond them. */
  readonly maxBytes: number;
}

/**
 * Opens the history file for writing, made where there is none. Others may read it meanwhile, and write. Throws
 * `PKT_HISTORY_UNREADABLE`; the file is then as it was.
 */
export function openForWriting(path: string, { maxBytes }: DatabaseOptions): DatabaseSync {
  return opened(
    path,
    () => new DatabaseSync(path, { timeout: patience }),
    database => {
      validateOwner(database);
      // Only a file that is still empty takes the first.
      database.exec(`
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA journal_size_limit = ${maxLog};
    `);
      migrate(database);
      limitSize(database, maxBytes);
    },
  );
}

/** Opens a history file that is there, also while another process writes it. Throws `PKT_HISTORY_UNREADABLE`. */
export function openForReading(path: string): DatabaseSync {
  return opened(
    path,
    () => new DatabaseSync(path, { timeout: patience, readOnly: true }),
    validateMade,
  );
}

/** A file that is larger already keeps its size for now. */
export function limitSize(database: DatabaseSync, maxBytes: number): void {
  const { page_size: pageSize } = database.prepare('PRAGMA page_size').get() ?? {};
  database.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / Number(pageSize))}`);
}

/** Whether SQLite had no room: on the disk, or within the size the file may have. */
export function isFull(error: unknown): boolean {
  return resultCode(error) === codes.full;
}

function opened(
  path: string,
  open: () => DatabaseSync,
  prepare: (database: DatabaseSync) => void,
): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = open();
    prepare(database);
    return database;
  } catch (error) {
    database?.close();
    throw historyError(path, error);
  }
}

/** Words a failure of the history file for its owner. */
export function historyError(path: string, error: unknown): PicketError {
  const reason = error instanceof Error ? error.message : String(error);
  const code = resultCode(error);
  const isDamaged =
    code === codes.corrupt || code === codes.notADatabase || error instanceof PicketError;
  const message = isDamaged
    ? `the history file ${path} cannot be used (${reason}): name another with --history, move it away to begin anew, or leave history out with --no-history`
    : `the history file ${path} cannot be read and written (${reason}): check that its folder exists, that both may be written, and that the disk has room`;
  return new PicketError('PKT_HISTORY_UNREADABLE', message, { cause: error });
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  // The low byte of an extended code is the primary one.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
