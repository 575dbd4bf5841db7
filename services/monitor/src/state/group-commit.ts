import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Works in one transaction at most: an outage of everything then commits in slices and lets runs go on. */
const maxGroup = 64;

/** Writes that come in one turn of the event loop share a transaction, in order. */
export interface GroupCommit {
  /**
   * Does the work, whole or not at all. Resolves with its result once committed; rejects with its own error,
   * which the others of its transaction do not share, or with the transaction's.
   */
  write<T>(work: () => T): Promise<T>;
  /** Commits now what still waits. */
  flush(): void;
}

interface Waiting {
  /** Does the work and returns how to tell of it once committed. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

interface Statements {
  readonly begin: StatementSync;
  readonly commit: StatementSync;
  readonly savepoint: StatementSync;
  readonly release: StatementSync;
  readonly undo: StatementSync;
}

export function createGroupCommit(database: DatabaseSync): GroupCommit {
  const statements: Statements = {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    savepoint: database.prepare('SAVEPOINT work'),
    release: database.prepare('RELEASE work'),
    undo: database.prepare('ROLLBACK TO work'),
  };
  const queue: Waiting[] = [];

  const commitOne = () => commitGroup(database, statements, queue.splice(0, maxGroup));
  const commitAndGoOn = () => {
    if (queue.length === 0) return;
    commitOne();
    if (queue.length > 0) setImmediate(commitAndGoOn);
  };

  return {
    write<T>(work: () => T) {
      return new Promise<T>((resolve, reject) => {
        if (queue.length === 0) setImmediate(commitAndGoOn);
        queue.push({ work: () => resolveWith(work(), resolve), reject });
      });
    },
    flush() {
      while (queue.length > 0) commitOne();
    },
  };
}

function resolveWith<T>(result: T, resolve: (result: T) => void): () => void {
  return () => resolve(result);
}

function commitGroup(database: DatabaseSync, statements: Statements, group: readonly Waiting[]) {
  try {
    statements.begin.run();
    const settle = group.map(waiting => attempt(database, statements, waiting));
    statements.commit.run();
    for (const tell of settle) tell();
  } catch (error) {
    for (const { reject } of group) reject(error);
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

function attempt(database: DatabaseSync, statements: Statements, waiting: Waiting): () => void {
  statements.savepoint.run();
  try {
    const tell = waiting.work();
    statements.release.run();
    return tell;
  } catch (error) {
    // On a full disk and the like SQLite has given up the whole transaction, not only this work.
    if (!database.isTransaction) throw error;
    statements.undo.run();
    statements.release.run();
    return () => waiting.reject(error);
  }
}
