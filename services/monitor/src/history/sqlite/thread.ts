import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryStore } from '../store.ts';
import { openSqliteHistory } from './sqlite-history.ts';
import type { Answer, Call, Question, ThreadData } from './thread-message.ts';

/** The thread that a history file is written and read in: SQLite holds up whoever calls it. */
const { path, maxBytes }: ThreadData = workerData;

await answer(0, async () => {
  const store = openSqliteHistory(path, maxBytes);
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
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
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
