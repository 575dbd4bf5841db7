import type { ClientBase } from 'pg';
import { decodeHistogram, encodeHistogram } from '../histogram.ts';
import type { HistoryResult } from '../result.ts';
import { type KeyedRollUp, mergeRollUps, rollUp } from '../roll-up.ts';
import type { Batch } from '../store.ts';
import { alertsText, healthNumber, spanNumbers } from '../stored-fields.ts';
import { locks } from './locks.ts';
import { createPartitions, hourOf } from './partitions.ts';

/** Series whose numbers are held in memory. */
const mostSeries = 200_000;

/** Partitions whose names are held in memory. */
const mostHours = 1_000;

/** What a process knows of the database; forgotten whenever a batch could not be written. */
export interface Known {
  readonly series: Map<string, number>;
  readonly hours: Set<number>;
}

/** Writes a batch in a transaction that is open; one that is recorded already is left as it is. */
export async function writeBatch(
  client: ClientBase,
  { id, results }: Batch,
  known: Known,
): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [...locks.write]);
  const { rowCount } = await client.query(
    'INSERT INTO picket_history.batches (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [id, Date.now()],
  );
  if (rowCount === 0 || results.length === 0) return;
  await openHours(client, results, known);
  const series = await numberSeries(client, results, known);
  await putResults(client, results, series);
  await addRollUps(client, rollUp(results), series);
}

type SeriesOf = (of: Pick<HistoryResult, 'probe' | 'request'>) => number;

async function openHours(
  client: ClientBase,
  results: readonly HistoryResult[],
  { hours }: Known,
): Promise<void> {
  const missing = new Set(results.map(({ at }) => hourOf(at)).filter(hour => !hours.has(hour)));
  await createPartitions(client, missing);
  if (hours.size > mostHours) hours.clear();
  for (const hour of missing) hours.add(hour);
}

async function numberSeries(
  client: ClientBase,
  results: readonly HistoryResult[],
  { series }: Known,
): Promise<SeriesOf> {
  const keyOf = ({ probe, request }: Pick<HistoryResult, 'probe' | 'request'>) =>
    JSON.stringify([probe, request]);
  if (series.size > mostSeries) series.clear();
  const missing = [...new Map(results.map(result => [keyOf(result), result])).entries()]
    .filter(([key]) => !series.has(key))
    .map(([, result]) => result);
  if (missing.length > 0) {
    const names = [missing.map(({ probe }) => probe), missing.map(({ request }) => request)];
    await client.query(
      `INSERT INTO picket_history.series (probe, request)
       SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
      names,
    );
    const { rows } = await client.query<{ id: number; probe: string; request: string }>(
      `SELECT id, probe, request FROM picket_history.series
       JOIN unnest($1::text[], $2::text[]) AS named (probe, request) USING (probe, request)`,
      names,
    );
    for (const row of rows) series.set(keyOf(row), row.id);
  }
  return of => {
    const number = series.get(keyOf(of));
    if (number === undefined) throw new Error('a series has no number');
    return number;
  };
}

async function putResults(
  client: ClientBase,
  results: readonly HistoryResult[],
  series: SeriesOf,
): Promise<void> {
  const { rows } = await client.query<{ number: string }>(
    "SELECT nextval('picket_history.numbers') AS number FROM generate_series(1, $1)",
    [results.length],
  );
  const numbers = rows.map(({ number }) => number);
  await client.query(
    `INSERT INTO picket_history.results
       (number, series, at, health, good, answered, status, time, reason, alerts)
     SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::smallint[], $5::boolean[],
       $6::boolean[], $7::integer[], $8::float8[], $9::text[], $10::text[])`,
    [
      numbers,
      results.map(series),
      results.map(({ at }) => at),
      results.map(({ health }) => healthNumber(health)),
      results.map(({ isGood }) => isGood),
      results.map(({ isAnswered }) => isAnswered),
      results.map(({ status }) => status ?? null),
      results.map(({ time }) => time ?? null),
      results.map(({ reason }) => reason ?? null),
      results.map(({ alerts }) => alertsText(alerts)),
    ],
  );
  const bodies = results.flatMap(({ at, body }, index) =>
    body === undefined ? [] : [{ number: numbers[index], at, body }],
  );
  if (bodies.length === 0) return;
  await client.query(
    `INSERT INTO picket_history.bodies (number, at, body)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[])`,
    [
      bodies.map(({ number }) => number),
      bodies.map(({ at }) => at),
      bodies.map(({ body }) => body),
    ],
  );
}

interface RollUpRow {
  readonly series: number;
  readonly span: number;
  readonly start: number;
  readonly runs: number;
  readonly good: number;
  readonly latency: Buffer;
}

async function addRollUps(
  client: ClientBase,
  added: readonly KeyedRollUp[],
  series: SeriesOf,
): Promise<void> {
  const keys = [
    added.map(series),
    added.map(({ span }) => spanNumbers[span]),
    added.map(({ start }) => start),
  ];
  const { rows } = await client.query<RollUpRow>(
    `SELECT series, span, start::float8 AS start, runs, good, latency FROM picket_history.roll_ups
     JOIN unnest($1::integer[], $2::integer[], $3::bigint[]) AS keyed (series, span, start)
       USING (series, span, start)`,
    keys,
  );
  const before = new Map(rows.map(row => [`${row.series} ${row.span} ${row.start}`, row]));
  const merged = added.map(each => {
    const row = before.get(`${series(each)} ${spanNumbers[each.span]} ${each.start}`);
    if (row === undefined) return each;
    return mergeRollUps(each, { ...row, latency: decodeHistogram(row.latency) });
  });
  await client.query(
    `INSERT INTO picket_history.roll_ups (series, span, start, runs, good, latency)
     SELECT * FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::integer[], $5::integer[],
       $6::bytea[])
     ON CONFLICT (series, span, start) DO UPDATE
       SET runs = excluded.runs, good = excluded.good, latency = excluded.latency`,
    [
      ...keys,
      merged.map(({ runs }) => runs),
      merged.map(({ good }) => good),
      merged.map(({ latency }) => Buffer.from(encodeHistogram(latency))),
    ],
  );
}
