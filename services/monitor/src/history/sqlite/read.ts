import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { readInteger, readText } from '../../state/row.ts';
import type {
  HistoryReader,
  KnownProbe,
  RequestRollUp,
  ResultsQuery,
  RollUpsQuery,
  StoredResult,
} from '../store.ts';
import { spanNumbers, storedResult } from '../stored-fields.ts';
import { rollUpOf } from './write-batch.ts';

type Row = Readonly<Record<string, SQLOutputValue>>;

/** The questions to a history, answered at once. */
export type SqliteReads = {
  readonly [Name in Exclude<keyof HistoryReader, 'close'>]: (
    ...given: Parameters<HistoryReader[Name]>
  ) => Awaited<ReturnType<HistoryReader[Name]>>;
};

export function readsOf(database: DatabaseSync): SqliteReads {
  return {
    probes: ({ limit, only = null, after = null }) => {
      const rows = database
        .prepare(`
          SELECT probe, json_group_array(request) AS requests FROM series
          WHERE (?1 IS NULL OR probe > ?1) AND (?3 IS NULL OR probe = ?3)
          GROUP BY probe ORDER BY probe LIMIT ?2`)
        .all(after, limit, only);
      return rows.map(knownProbe);
    },
    results: query => results(database, query),
    rollUps: query => rollUps(database, query),
  };
}

function knownProbe(row: Row): KnownProbe {
  const requests: unknown = JSON.parse(readText(row, 'requests'));
  if (!Array.isArray(requests)) throw new TypeError('requests is no list');
  return { probe: readText(row, 'probe'), requests: requests.map(String).sort() };
}

function results(database: DatabaseSync, query: ResultsQuery): StoredResult[] {
  const { since, until, request, after } = query;
  const conditions: [string, ...SQLInputValue[]][] = [
    ['series IN (SELECT id FROM series WHERE probe = ?)', query.probe],
  ];
  if (request !== undefined) {
    conditions[0] = [
      'series IN (SELECT id FROM series WHERE probe = ? AND request = ?)',
      ...[query.probe, request],
    ];
  }
  if (since !== undefined) conditions.push(['at >= ?', since]);
  if (until !== undefined) conditions.push(['at < ?', until]);
  if (query.failed) conditions.push(['good = 0']);
  if (after !== undefined)
    conditions.push(['(at, results.number) < (?, ?)', after.at, after.number]);
  const body = query.bodies
    ? '(SELECT body FROM bodies WHERE bodies.number = results.number)'
    : 'NULL';
  const rows = database
    .prepare(`
      SELECT results.*, probe, request, ${body} AS body
      FROM results JOIN series ON series.id = results.series
      WHERE ${conditions.map(([text]) => text).join(' AND ')}
      ORDER BY at DESC, results.number DESC LIMIT ?`)
    .all(...conditions.flatMap(([, ...values]) => values), query.limit);
  return rows.map(row =>
    storedResult({
      number: readInteger(row, 'number'),
      probe: readText(row, 'probe'),
      request: readText(row, 'request'),
      at: readInteger(row, 'at'),
      health: readInteger(row, 'health'),
      good: row.good === 1,
      answered: row.answered === 1,
      status: numberOrNull(row.status),
      time: numberOrNull(row.time),
      reason: textOrNull(row.reason),
      alerts: textOrNull(row.alerts),
      body: textOrNull(row.body),
    }),
  );
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function rollUps(database: DatabaseSync, { probe, span, since }: RollUpsQuery): RequestRollUp[] {
  const rows = database
    .prepare(`
      SELECT request, start, runs, good, latency
      FROM series JOIN roll_ups ON roll_ups.series = series.id
      WHERE probe = ? AND span = ? AND start >= ? ORDER BY request, start`)
    .all(probe, spanNumbers[span], since);
  return rows.map(row => ({
    ...rollUpOf(row, readInteger(row, 'start')),
    request: readText(row, 'request'),
  }));
}
