import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Batch, Bounds, HistoryReader, HistoryStore } from '../store.ts';
import { historyError, isFull, openForReading, openForWriting } from './database.ts';
import { dropOldest, pruneSteps } from './prune.ts';
import { readsOf } from './read.ts';
import { type BatchWriter, createBatchWriter } from './write-batch.ts';

/** How often room is made for one batch before it is refused: it may be the disk itself that is full. */
const mostRooms = 50;

/**
 * The history in a file, made where there is none. Every call holds the thread until it is done, but for `prune`,
 * which lets others have their turn after each step. Throws `PKT_HISTORY_UNREADABLE`.
 */
export function openSqliteHistory(path: string, maxBytes: number): HistoryStore {
  const database = openForWriting(path, { maxBytes });
  const writer = createBatchWriter(database);
  return {
    ...readerOf(path, database),
    write: async batch => worded(path, () => writeInRoom(database, writer, batch)),
    async prune(bounds: Bounds, now: number) {
      const steps = pruneSteps(database, bounds, now);
      while (database.isOpen && !worded(path, () => steps.next().done)) {
        writer.forget();
        await othersTurn();
      }
    },
  };
}

/** Reads a history file that is there. Throws `PKT_HISTORY_UNREADABLE`. */
export function openSqliteReader(path: string): HistoryReader {
  return readerOf(path, openForReading(path));
}

function readerOf(path: string, database: DatabaseSync): HistoryReader {
  const reads = readsOf(database);
  return {
    probes: async query => worded(path, () => reads.probes(query)),
    results: async query => worded(path, () => reads.results(query)),
    rollUps: async query => worded(path, () => reads.rollUps(query)),
    async close() {
      if (database.isOpen) database.close();
    },
  };
}

/** Writes a batch; where the file is as large as it may be, the oldest results make room for it. */
function writeInRoom(database: DatabaseSync, writer: BatchWriter, batch: Batch): void {
  for (let rooms = 0; ; rooms++) {
    try {
      writeOnce(database, writer, batch);
      return;
    } catch (error) {
      if (!isFull(error) || rooms >= mostRooms || !dropOldest(database)) throw error;
    }
  }
}

function writeOnce(database: DatabaseSync, writer: BatchWriter, batch: Batch): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    writer.write(batch, Date.now());
    database.exec('COMMIT');
  } catch (error) {
    writer.forget();
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function worded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw historyError(path, error);
  }
}
