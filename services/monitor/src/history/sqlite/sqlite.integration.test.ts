import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { describeHistoryStore } from '../../../fixtures/history-store-behaviour.ts';
import { createTestFolder, type TestFolder } from '../../../fixtures/test-folder.ts';
import type { HistoryStore } from '../store.ts';
import { openInThread } from '../thread/open-in-thread.ts';

let folder: TestFolder;
let store: HistoryStore;

beforeAll(async () => {
  folder = await createTestFolder();
  const place = { kind: 'file', path: join(folder.path, 'history.sqlite') } as const;
  store = openInThread({ place, maxBytes: 2 ** 28 });
});
afterAll(async () => {
  await store.close();
  await folder[Symbol.asyncDispose]();
});

describeHistoryStore('SQLite in its thread', () => store);
