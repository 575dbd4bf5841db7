import { afterAll, beforeAll } from 'vitest';
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
