import type { DatabaseSync } from 'node:sqlite';
import { PicketError } from '../errors.ts';
import type { Outbox } from '../notify/outbox.ts';
import type { Log } from '../report/log.ts';
import { openDatabase, stateError } from './database.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { nextSession, pruneAll, pruneTransitions } from './prune.ts';
import { createSqliteOutbox } from './sqlite-outbox.ts';
import { createSqliteStore } from './sqlite-store.ts';
import type { StateStore } from './store.ts';

const day = 24 * 60 * 60 * 1000;
const pruneInterval = 60 * 60 * 1000;

export interface StateFileOptions {
  /** Told where old rows could not be deleted. */
  readonly log: Pick<Log, 'warn'>;
  /** Unix time in milliseconds. */
  readonly now?: () => number;
  /** Milliseconds for which delivered transitions and the states of removed probes are kept. Default 30 days. */
  readonly keep?: number;
}

export interface StateFile {
  readonly store: StateStore;
  readonly outbox: Outbox;
  /** Commits what still waits and lets go of the file. The same as `store.close`. */
  close(): Promise<void>;
}

/**
 * Opens the state file, made where there is none, and holds it for this process alone; `:memory:` keeps
 * everything in memory. Throws `PKT_STATE_IN_USE` where another process holds it and `PKT_STATE_UNREADABLE`
 * where it is damaged, another program's, or cannot be written. It is never deleted or replaced.
 */
export function openStateFile(path: string, options: StateFileOptions): StateFile {
  const { log, now = Date.now, keep = 30 * day } = options;
  const database = openDatabase(path);
  const session = begin(path, database, now() - keep);
  const commits = guarded(path, database, createGroupCommit(database));
  const prune = async () => {
    try {
      await commits.write(() => pruneAll(database, { before: now() - keep, now: now(), session }));
    } catch (err) {
      log.warn({ err }, 'cannot delete old rows of the state file; will try again');
    }
  };
  const timer = setInterval(prune, pruneInterval);
  timer.unref();

  const close = async () => {
    clearInterval(timer);
    if (!database.isOpen) return;
    const pruned = prune();
    commits.flush();
    database.close();
    await pruned;
  };
  return {
    store: { ...createSqliteStore({ database, commits, session, now }), close },
    outbox: createSqliteOutbox(database, commits),
    close,
  };
}

/** Deletes what is old and returns the number of this session. */
function begin(path: string, database: DatabaseSync, before: number): number {
  try {
    pruneTransitions(database, before);
    return nextSession(database);
  } catch (error) {
    database.close();
    throw stateError(path, error);
  }
}

/** Words what SQLite refuses for the owner of the file, also once it is closed. */
function guarded(path: string, database: DatabaseSync, commits: GroupCommit): GroupCommit {
  return {
    ...commits,
    async write(work) {
      try {
        if (!database.isOpen) throw new Error('it has been closed');
        return await commits.write(work);
      } catch (error) {
        throw error instanceof PicketError ? error : stateError(path, error);
      }
    },
  };
}
