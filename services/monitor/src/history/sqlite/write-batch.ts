import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../../state/row.ts';
import { decodeHistogram, encodeHistogram } from '../histogram.ts';
import type { HistoryResult } from '../result.ts';
import { type KeyedRollUp, mergeRollUps, rollUp } from '../roll-up.ts';
import type { Batch } from '../store.ts';
import { alertsText, healthNumber, spanNumbers } from '../stored-fields.ts';

/** Series whose numbers are held in memory. */
const mostSeries = 200_000;

/** Records batches in a transaction that is open. */
export interface BatchWriter {
  /** Leaves one that is recorded already as it is. */
  write(batch: Batch, now: number): void;
  /** Numbers of series may not hold any more: the transaction was undone, or series were deleted. */
  forget(): void;
}

export function createBatchWriter(database: DatabaseSync): BatchWriter {
  const statements = {
    batch: database.prepare('INSERT INTO batches (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    addSeries: database.prepare(
      'INSERT INTO series (probe, request) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ),
    findSeries: database.prepare('SELECT id FROM series WHERE probe = ? AND request = ?'),
    result: database.prepare(`
      INSERT INTO results (series, at, health, good, answered, status, time, reason, alerts)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    body: database.prepare('INSERT INTO bodies (number, at, body) VALUES (?, ?, ?)'),
    findRollUp: database.prepare(
      'SELECT runs, good, latency FROM roll_ups WHERE series = ? AND span = ? AND start = ?',
    ),
    putRollUp: database.prepare(`
      INSERT INTO roll_ups (series, span, start, runs, good, latency) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET runs = excluded.runs, good = excluded.good, latency = excluded.latency`),
  };
  const numbers = new Map<string, number>();

  const seriesOf = ({ probe, request }: Pick<HistoryResult, 'probe' | 'request'>): number => {
    const key = JSON.stringify([probe, request]);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    statements.addSeries.run(probe, request);
    const number = readInteger(statements.findSeries.get(probe, request) ?? {}, 'id');
    if (numbers.size >= mostSeries) numbers.clear();
    numbers.set(key, number);
    return number;
  };

  const putResult = (result: HistoryResult) => {
    const { at, status = null, time = null, reason = null } = result;
    const { lastInsertRowid } = statements.result.run(
      ...[seriesOf(result), at, healthNumber(result.health), Number(result.isGood)],
      ...[Number(result.isAnswered), status, time, reason, alertsText(result.alerts)],
    );
    if (result.body !== undefined) statements.body.run(lastInsertRowid, at, result.body);
  };

  const addRollUp = (added: KeyedRollUp) => {
    const key = [seriesOf(added), spanNumbers[added.span], added.start] as const;
    const row = statements.findRollUp.get(...key);
    const { runs, good, latency } =
      row === undefined ? added : mergeRollUps(added, rollUpOf(row, added.start));
    statements.putRollUp.run(...key, runs, good, encodeHistogram(latency));
  };

  return {
    write({ id, results }, now) {
      if (statements.batch.run(id, now).changes === 0) return;
      for (const result of results) putResult(result);
      for (const added of rollUp(results)) addRollUp(added);
    },
    forget: () => numbers.clear(),
  };
}

type Row = NonNullable<ReturnType<ReturnType<DatabaseSync['prepare']>['get']>>;

/** Reads the columns of a roll-up. */
export function rollUpOf(row: Row, start: number) {
  if (!(row.latency instanceof Uint8Array)) throw new TypeError('latency is no blob');
  return {
    start,
    runs: readInteger(row, 'runs'),
    good: readInteger(row, 'good'),
    latency: decodeHistogram(row.latency),
  };
}
