import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../../state/row.ts';
import { type Bounds, keepRollUps } from '../store.ts';
import { spanNumbers } from '../stored-fields.ts';
import { limitSize } from './database.ts';

/** What one transaction deletes at most: some milliseconds of work. */
const step = { results: 4_000, series: 400, pages: 500 } as const;

/** Milliseconds for which a batch could still be given again. */
const keepBatches = 3_600_000;

/** Share of the bound above which the oldest goes, so that there is room for what comes. */
const fullness = 0.9;

const day = 24 * 3_600_000;

/** Deletes what is out of bounds, one transaction a step; whoever takes the steps decides when. */
export function* pruneSteps(database: DatabaseSync, bounds: Bounds, now: number): Generator<void> {
  database.prepare('DELETE FROM batches WHERE at < ?').run(now - keepBatches);
  yield;
  yield* byAge(database, 'bodies', now - bounds.keepBodies);
  yield* byAge(database, 'results', now - bounds.keepResults);
  yield* oldRollUps(database, now - keepRollUps.minute, now - keepRollUps.hour);
  for (let last = -1; usedBytes(database) > bounds.maxBytes * fullness; ) {
    const used = usedBytes(database);
    if (!dropOldest(database)) {
      if (used === last) break;
      yield* oldestRollUps(database);
    }
    last = used;
    yield;
  }
  yield* giveBack(database);
  limitSize(database, bounds.maxBytes);
}

/** Deletes the oldest results with their bodies; false where there are none. */
export function dropOldest(database: DatabaseSync): boolean {
  const row = database
    .prepare('SELECT max(number) AS last FROM (SELECT number FROM results ORDER BY number LIMIT ?)')
    .get(step.results);
  if (row === undefined || row.last === null) return false;
  const last = readInteger(row, 'last');
  transact(database, () => {
    database.prepare('DELETE FROM bodies WHERE number <= ?').run(last);
    database.prepare('DELETE FROM results WHERE number <= ?').run(last);
  });
  return true;
}

function* byAge(
  database: DatabaseSync,
  table: 'results' | 'bodies',
  before: number,
): Generator<void> {
  // Rows are in the order in which they came, so that the oldest are first whatever the clock did.
  const statement = database.prepare(`
    DELETE FROM ${table} WHERE at < ? AND number IN
      (SELECT number FROM ${table} ORDER BY number LIMIT ${step.results})`);
  for (;;) {
    const { changes } = statement.run(before);
    yield;
    if (Number(changes) < step.results) return;
  }
}

function* oldRollUps(database: DatabaseSync, minutes: number, hours: number): Generator<void> {
  const ids = database.prepare('SELECT id FROM series WHERE id > ? ORDER BY id LIMIT ?');
  const remove = database.prepare(
    'DELETE FROM roll_ups WHERE series = ? AND span = ? AND start < ?',
  );
  const removeEmpty = database.prepare(`
    DELETE FROM series WHERE id = ?1
      AND NOT EXISTS (SELECT 1 FROM roll_ups WHERE series = ?1)
      AND NOT EXISTS (SELECT 1 FROM results WHERE series = ?1)`);
  for (let last = 0; ; ) {
    const found = ids.all(last, step.series).map(row => readInteger(row, 'id'));
    transact(database, () => {
      for (const id of found) {
        remove.run(id, spanNumbers.minute, minutes);
        remove.run(id, spanNumbers.hour, hours);
        removeEmpty.run(id);
      }
    });
    yield;
    if (found.length < step.series) return;
    last = found.at(-1) ?? last;
  }
}

/** The last resort, where there are more figures than room: those of the first day go. */
function* oldestRollUps(database: DatabaseSync): Generator<void> {
  const row = database.prepare('SELECT min(start) AS first FROM roll_ups').get();
  if (row === undefined || row.first === null) return;
  const before = readInteger(row, 'first') + day;
  yield* oldRollUps(database, before, before);
}

/** Returns free pages to the disk where they are more than what new results soon take. */
function* giveBack(database: DatabaseSync): Generator<void> {
  while (pragma(database, 'freelist_count') > pragma(database, 'page_count') / 5) {
    database.exec(`PRAGMA incremental_vacuum(${step.pages})`);
    yield;
  }
}

/** Bytes of pages that hold something. */
function usedBytes(database: DatabaseSync): number {
  const pages = pragma(database, 'page_count') - pragma(database, 'freelist_count');
  return pages * pragma(database, 'page_size');
}

function pragma(database: DatabaseSync, name: string): number {
  return readInteger(database.prepare(`PRAGMA ${name}`).get() ?? {}, name);
}

function transact(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
