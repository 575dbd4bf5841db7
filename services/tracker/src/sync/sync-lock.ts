import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, isUnusable } from '../cache/sqlite-errors.ts';
import { TrackerError } from '../errors.ts';
import { ownFolder } from '../store/writer.ts';
import type { RemoteCall } from './remote-git.ts';
import { rest } from './rest.ts';

/** How long one sync waits for another of the same clone, in milliseconds. */
const longestWait = 180_000;

/**
 * Runs `work` while no other process of this clone syncs with the same remote: they would only get into each other's
 * way. The lock is SQLite's on an empty file: however a process ends, it is free again. Whatever else is in its place is
 * nobody's lock, and is taken away. Throws FILE where no lock can be.
 */
export async function withSyncLock<Result>(
  call: RemoteCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const folder = ownFolder(call.repository);
  const file = join(folder, `sync-${encodeURIComponent(call.remote.name)}.sqlite`);
  mkdirSync(folder, { recursive: true });
  const database = await lockOn(file, call).catch((error: unknown) => {
    if (!isUnusable(error)) throw error;
    return lockAnew(file, call);
  });
  try {
    return await work();
  } finally {
    database.close();
  }
}

async function lockAnew(file: string, call: RemoteCall): Promise<DatabaseSync> {
  try {
    rmSync(file, { force: true, recursive: true });
    return await lockOn(file, call);
  } catch (cause) {
    if (cause instanceof TrackerError) throw cause;
    throw new TrackerError('FILE', `${file} cannot be made the lock of a sync`, {
      remedy: 'see that you may write in the Git directory, and that the disk has room',
      cause,
    });
  }
}

async function lockOn(file: string, call: RemoteCall): Promise<DatabaseSync> {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    await begin(database, call);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

async function begin(database: DatabaseSync, { remote, signal }: RemoteCall): Promise<void> {
  const until = performance.now() + longestWait;
  while (!began(database)) {
    if (performance.now() > until) {
      throw new TrackerError(
        'LOCKED',
        `another tracker has been syncing with ${remote.name} for ${longestWait / 1000} s`,
        { remedy: 'try again; `ps` shows which tracker is still running' },
      );
    }
    await rest(100, signal);
  }
}

function began(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
