import { randomBytes, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, type TestContext, test } from 'vitest';
import { historyResult } from '../../fixtures/history-results.ts';
import { startPostgres } from '../../fixtures/postgres-server.ts';
import { postgresUrl } from '../../fixtures/postgres-url.ts';
import { createTestFolder } from '../../fixtures/test-folder.ts';
import { systemClock } from '../schedule/clock.ts';
import { placeOf } from './place.ts';
import { sloOf, windowStart } from './slo.ts';
import type { Bounds, HistoryStore } from './store.ts';
import { openInThread } from './thread/open-in-thread.ts';
import { createHistoryWriter } from './writer.ts';

/** `make soak` runs the long form. */
const isSoak = process.env.PICKET_SOAK !== undefined;
const seconds = isSoak ? 300 : 3;
const probes = 200;
/** What comes in is several times more than may be kept, and nothing makes it smaller. */
const body = randomBytes(6_144).toString('base64');
const bounds: Bounds = {
  keepResults: 3_600_000,
  keepBodies: 3_600_000,
  maxBytes: (isSoak ? 64 : 3) * 1024 * 1024,
};
/** The log that SQLite writes ahead, and what PostgreSQL takes for tables without a row. */
const room = 24 * 1024 * 1024;

type AtEnd = TestContext['onTestFinished'];

interface Loaded {
  readonly store: HistoryStore;
  readonly bytes: () => Promise<number>;
}

async function onSqlite(atEnd: AtEnd): Promise<Loaded> {
  const folder = await createTestFolder();
  const path = join(folder.path, 'history.sqlite');
  const store = openInThread({ place: placeOf(path), maxBytes: bounds.maxBytes });
  atEnd(async () => {
    await store.close();
    await folder[Symbol.asyncDispose]();
  });
  const sizeOf = async (file: string) => (await stat(file)).size;
  return { store, bytes: async () => (await sizeOf(path)) + (await sizeOf(`${path}-wal`)) };
}

async function onPostgres(atEnd: AtEnd): Promise<Loaded> {
  const server = await startPostgres();
  const url = postgresUrl(server);
  const store = openInThread({ place: placeOf(url), maxBytes: bounds.maxBytes });
  const client = new Client({ connectionString: url });
  await client.connect();
  atEnd(async () => {
    await client.end();
    await store.close();
    await server.stop();
  });
  return {
    store,
    async bytes() {
      const { rows } = await client.query<{ bytes: number }>(`
        SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
        WHERE relnamespace = 'picket_history'::regnamespace AND relkind = 'r'`);
      return rows[0]?.bytes ?? Number.NaN;
    },
  };
}

test.concurrent.for([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const)(
  '200 results a second on %s: nothing is dropped, and it stays as small as it may be',
  {
    timeout: (seconds + 120) * 1_000,
  },
  async ([name, open], { onTestFinished }) => {
    const { store, bytes } = await open(onTestFinished);
    const seen = { dropped: 0, failed: 0, longestQueue: 0, largest: 0, put: 0 };
    const writer = createHistoryWriter({
      store,
      bounds,
      clock: systemClock,
      newId: randomUUID,
      observer: {
        wrote: outcome => {
          if (outcome === 'failed') seen.failed++;
        },
        dropped(results) {
          seen.dropped += results;
        },
        queued(results) {
          seen.longestQueue = Math.max(seen.longestQueue, results);
        },
      },
      log: { warn: (fields, line) => expect.unreachable(`${line} ${fields.err}`), info: () => {} },
    });
    const began = performance.now();
    const pruneEvery = isSoak ? 60 : 1;
    for (let second = 0; second < seconds; second++) {
      for (let part = 0; part < 10; part++) {
        const at = Date.now();
        const results = Array.from({ length: probes / 10 }, (_, n) =>
          historyResult({ at, probe: `p${part}-${n}`, time: 1 + ((seen.put + n) % 100), body }),
        );
        seen.put += results.length;
        writer.put(results);
        await setTimeout(
          Math.max(0, began + second * 1_000 + (part + 1) * 100 - performance.now()),
        );
      }
      if (second % pruneEvery !== pruneEvery - 1) continue;
      await store.prune(bounds, Date.now());
      seen.largest = Math.max(seen.largest, await bytes());
    }
    await writer.flush(AbortSignal.timeout(30_000));
    expect(writer.close()).toBe(0);
    await store.prune(bounds, Date.now());

    expect(seen).toMatchObject({ dropped: 0, failed: 0, put: probes * seconds });
    expect(seen.largest).toBeLessThan(bounds.maxBytes + room);
    const now = Date.now();
    const runs = await Promise.all(
      (await store.probes({ limit: 1_000 })).map(async ({ probe }) => {
        const rollUps = await store.rollUps({
          probe,
          span: 'hour',
          since: windowStart('24h', now),
        });
        return sloOf('24h', rollUps, now).runs;
      }),
    );
    // What was deleted counts all the same.
    expect(runs).toHaveLength(probes);
    expect(runs.every(count => count === seconds)).toBe(true);
    if (isSoak) process.stdout.write(`${name}: ${JSON.stringify({ seconds, ...seen })}\n`);
  },
);
