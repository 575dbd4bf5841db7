import { parentPort, workerData } from 'node:worker_threads';
import { PicketError } from '../../errors.ts';
import { openPostgresHistory } from '../postgres/postgres-history.ts';
import { openSqliteHistory } from '../sqlite/sqlite-history.ts';
import type { HistoryStore } from '../store.ts';
import type { Answer, Call, Problem, Question, ThreadData } from './thread-message.ts';

/**
 * The thread that a history is written and read in: SQLite holds up whoever calls it, and so does making a batch into
 * what PostgreSQL is sent.
 */
const { place, maxBytes }: ThreadData = workerData;

await answer(0, async () => {
  const store =
    place.kind === 'postgres'
      ? openPostgresHistory(place.url)
      : openSqliteHistory(place.path, maxBytes);
  parentPort?.on('message', async ({ id, call }: Question) => {
    await answer(id, () => ask(store, call));
    if (call.method === 'close') parentPort?.close();
  });
});

async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
  parentPort?.postMessage(await settled(id, work));
}

async function settled(id: number, work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { id, value: await work() };
  } catch (error) {
    return { id, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): Problem {
  const code = error instanceof PicketError ? error.code : 'PKT_HISTORY_UNAVAILABLE';
  return { code, message: error instanceof Error ? error.message : String(error) };
}

function ask(store: HistoryStore, { method, given }: Call): Promise<unknown> {
  switch (method) {
    case 'write':
      return store.write(...given);
    case 'prune':
      return store.prune(...given);
    case 'probes':
      return store.probes(...given);
    case 'results':
      return store.results(...given);
    case 'rollUps':
      return store.rollUps(...given);
    case 'close':
      return store.close();
  }
}
