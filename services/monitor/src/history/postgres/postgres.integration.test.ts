import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { historyResult } from '../../../fixtures/history-results.ts';
import { describeHistoryStore } from '../../../fixtures/history-store-behaviour.ts';
import { startPostgres } from '../../../fixtures/postgres-server.ts';
import { postgresUrl } from '../../../fixtures/postgres-url.ts';
import type { HistoryStore } from '../store.ts';
import { openPostgresHistory } from './postgres-history.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
let store: HistoryStore;

beforeAll(async () => {
  server = await startPostgres();
  store = openPostgresHistory(postgresUrl(server));
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

describeHistoryStore('PostgreSQL', () => store);

const unbounded = { keepResults: 2 ** 40, keepBodies: 2 ** 40, maxBytes: 2 ** 40 };

function openAs(fields: { user?: string; password?: string; database?: string }): HistoryStore {
  const opened = openPostgresHistory(postgresUrl({ ...server, ...fields }));
  onTestFinished(() => opened.close());
  return opened;
}

async function asked(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: postgresUrl(server) });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test('several that begin at once make one schema', async () => {
  await asked('CREATE DATABASE fresh');
  const stores = Array.from({ length: 4 }, () => openAs({ database: 'fresh' }));
  await Promise.all(
    stores.map((each, n) =>
      each.write({ id: randomUUID(), results: [historyResult({ at: Date.now() - n })] }),
    ),
  );
  expect(await stores[0]?.results({ probe: 'shop', limit: 10 })).toHaveLength(4);
});

test('what takes too much goes, the oldest hour first, while figures stay', async () => {
  const now = Date.now();
  const probe = 'large';
  const body = 'x'.repeat(60_000);
  for (const at of [now - 7_200_000, now - 3_600_000, now]) {
    await store.write({ id: randomUUID(), results: [historyResult({ probe, at, body })] });
  }
  const kept = async () => (await store.results({ probe, limit: 10 })).length;
  await store.prune(unbounded, now);
  expect(await kept()).toBe(3);
  await store.prune({ ...unbounded, maxBytes: 1 }, now);
  expect(await kept()).toBe(0);
  await store.write({ id: randomUUID(), results: [historyResult({ probe, at: now })] });
  expect(await kept()).toBe(1);
  const rollUps = await store.rollUps({ probe, span: 'hour', since: 0 });
  expect(rollUps.reduce((sum, { runs }) => sum + runs, 0)).toBe(4);
});

test('results are written while readers wait for something', async () => {
  const write = () =>
    store.write({ id: randomUUID(), results: [historyResult({ at: Date.now() })] });
  await write();
  const client = new Client({ connectionString: postgresUrl(server) });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE picket_history.bodies');
  const reads = Array.from({ length: 16 }, () =>
    store.results({ probe: 'shop', bodies: true, limit: 1 }),
  );
  await write();
  await client.end();
  expect((await Promise.all(reads)).flat()).toHaveLength(16);
});

test('who may only read can read', async () => {
  await store.probes({ limit: 1 });
  await asked(
    "CREATE USER reader PASSWORD 'reads'",
    'GRANT USAGE ON SCHEMA picket_history TO reader',
    'GRANT SELECT ON ALL TABLES IN SCHEMA picket_history TO reader',
  );
  const reader = openAs({ user: 'reader', password: 'reads' });
  await store.write({
    id: randomUUID(),
    results: [historyResult({ probe: 'read', at: Date.now() })],
  });
  expect(await reader.rollUps({ probe: 'read', span: 'hour', since: 0 })).toHaveLength(1);
  const batch = { id: randomUUID(), results: [] };
  await expect(reader.write(batch)).rejects.toThrow(/permission denied/);
});

test('a wrong password and a newer schema are told, without the password', async () => {
  const password = 'wrong-and-secret';
  const refused = openAs({ password }).probes({ limit: 1 });
  await expect(refused).rejects.toMatchObject({ code: 'PKT_HISTORY_UNAVAILABLE' });
  await expect(refused).rejects.toThrow(/password authentication failed/);
  await expect(refused).rejects.not.toThrow(password);
  await asked('CREATE DATABASE newer');
  const newer = openAs({ database: 'newer' });
  await newer.probes({ limit: 1 });
  const client = new Client({ connectionString: postgresUrl({ ...server, database: 'newer' }) });
  await client.connect();
  await client.query('UPDATE picket_history.version SET number = 99');
  await client.end();
  await expect(openAs({ database: 'newer' }).probes({ limit: 1 })).rejects.toThrow(/newer version/);
});
