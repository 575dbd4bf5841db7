import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Repository } from '../store/repository.ts';
import { ownFolder } from '../store/writer.ts';
import { isBusy, isFull, isUnusable, locked, lockTimeout } from './sqlite-errors.ts';
import { contentVersion, tables } from './tables.ts';

/**
 * The cache of a data branch: an SQLite file in the Git directory, which is also the lock that writers take. Removing
 * it is harmless. Where the Git directory can't be written to, it is built in memory.
 */
export function openCache(repository: Repository): DatabaseSync {
  const file = cacheFile(repository);
  try {
    return prepared(file);
  } catch (error) {
    if (isBusy(error)) throw locked(error);
    if (!isUnusable(error)) return openMemoryCache();
    return openNewCache(repository, error);
  }
}

/** In place of a cache that `fault` made useless: in its file, or in memory where that cannot be written either. */
export function openNewCache(repository: Repository, fault: unknown): DatabaseSync {
  try {
    removeCache(repository);
    return isFull(fault) ? openMemoryCache() : prepared(cacheFile(repository));
  } catch (error) {
    if (isBusy(error)) throw locked(error);
    return openMemoryCache();
  }
}

/** An empty cache that is in no file. */
export function openMemoryCache(): DatabaseSync {
  return prepared(':memory:');
}

export function cacheFile(repository: Repository): string {
  return join(ownFolder(repository), `${encodeURIComponent(repository.ref)}.sqlite`);
}

export function removeCache(repository: Repository): void {
  const file = cacheFile(repository);
  for (const path of [file, `${file}-journal`]) rmSync(path, { force: true, recursive: true });
}

function prepared(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: lockTimeout });
  // What a power failure may leave of writes that were not flushed is told by the boot they were made in.
  database.exec(
    'PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY',
  );
  if (versionOf(database) !== wantedVersion()) reset(database);
  return database;
}

const versionQuery = "SELECT value FROM meta WHERE key = 'version'";

function versionOf(database: DatabaseSync): string | undefined {
  const made = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'meta'").get();
  const value = made && database.prepare(versionQuery).get()?.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * What the cache was made by: the version of its content, the tables themselves, and the boot of the machine, so that a
 * crash of the machine begins a new cache.
 */
function wantedVersion(): string {
  return `${contentVersion} ${bootId()}\n${tables}`;
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return 'unknown';
  }
}

function reset(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  if (versionOf(database) !== wantedVersion()) {
    const found = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all();
    for (const { name } of found) database.exec(`DROP TABLE "${name}"`);
    database.exec(tables);
    database.prepare("INSERT INTO meta VALUES ('version', ?)").run(wantedVersion());
  }
  database.exec('COMMIT');
}
