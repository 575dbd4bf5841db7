import type { ClientBase } from 'pg';
import { decodeHistogram } from '../histogram.ts';
import type {
  KnownProbe,
  ProbesQuery,
  RequestRollUp,
  ResultsQuery,
  RollUpsQuery,
  StoredResult,
} from '../store.ts';
import { type StoredFields, spanNumbers, storedResult } from '../stored-fields.ts';

export async function readProbes(
  client: ClientBase,
  { limit, only, after }: ProbesQuery,
): Promise<KnownProbe[]> {
  // Ids are compared byte by byte, whatever the order of the database is: a page goes on where the last one ended.
  const { rows } = await client.query<KnownProbe>(
    `SELECT probe, array_agg(request ORDER BY request COLLATE "C") AS requests
     FROM picket_history.series
     WHERE ($1::text IS NULL OR probe COLLATE "C" > $1) AND ($3::text IS NULL OR probe = $3)
     GROUP BY probe ORDER BY probe COLLATE "C" LIMIT $2`,
    [after ?? null, limit, only ?? null],
  );
  return rows;
}

export async function readResults(
  client: ClientBase,
  { probe, request, since, until, failed, bodies, after, limit }: ResultsQuery,
): Promise<StoredResult[]> {
  const body = bodies
    ? `(SELECT body FROM picket_history.bodies
        WHERE bodies.number = results.number AND bodies.at = results.at)`
    : 'NULL';
  const { rows } = await client.query<StoredFields>(
    `SELECT results.number::float8 AS number, probe, request, at::float8 AS at, health, good,
       answered, status, time, reason, alerts, ${body} AS body
     FROM picket_history.results JOIN picket_history.series ON series.id = results.series
     WHERE series = ANY (ARRAY(
         SELECT id FROM picket_history.series
         WHERE probe = $1 AND ($2::text IS NULL OR request = $2)))
       AND ($3::bigint IS NULL OR at >= $3) AND ($4::bigint IS NULL OR at < $4)
       AND ($5 OR NOT good)
       AND ($6::bigint IS NULL OR (at, results.number) < ($6, $7::bigint))
     ORDER BY results.at DESC, results.number DESC LIMIT $8`,
    [
      ...[probe, request ?? null, since ?? null, until ?? null, !failed],
      ...[after?.at ?? null, after?.number ?? null, limit],
    ],
  );
  return rows.map(storedResult);
}

export async function readRollUps(
  client: ClientBase,
  { probe, span, since }: RollUpsQuery,
): Promise<RequestRollUp[]> {
  const { rows } = await client.query<Omit<RequestRollUp, 'latency'> & { latency: Buffer }>(
    `SELECT request, start::float8 AS start, runs, good, latency
     FROM picket_history.series JOIN picket_history.roll_ups ON roll_ups.series = series.id
     WHERE probe = $1 AND span = $2 AND start >= $3 ORDER BY request COLLATE "C", start`,
    [probe, spanNumbers[span], since],
  );
  return rows.map(row => ({ ...row, latency: decodeHistogram(row.latency) }));
}
