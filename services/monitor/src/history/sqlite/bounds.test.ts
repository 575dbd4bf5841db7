import { randomUUID } from 'node:crypto';
import { open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { historyResult } from '../../../fixtures/history-results.ts';
import { createTestFolder } from '../../../fixtures/test-folder.ts';
import { openSqliteHistory, openSqliteReader } from './sqlite-history.ts';

const megabyte = 1024 * 1024;
const hour = 3_600_000;
const now = Date.UTC(2026, 0, 31, 12, 30);
const big = 'x'.repeat(60_000);

async function newFile(): Promise<string> {
  const folder = await createTestFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return join(folder.path, 'history.sqlite');
}

function openStore(path: string, maxBytes: number) {
  const store = openSqliteHistory(path, maxBytes);
  onTestFinished(() => store.close());
  const write = (from: number, count: number, body = big) =>
    store.write({
      id: randomUUID(),
      results: Array.from({ length: count }, (_, n) => historyResult({ at: now + from + n, body })),
    });
  return { store, write };
}

test('the file never grows beyond its bound, and the newest results are kept', async () => {
  const path = await newFile();
  const { store, write } = openStore(path, 2 * megabyte);
  for (let n = 0; n < 20; n++) await write(n * 10, 10);
  expect((await stat(path)).size).toBeLessThanOrEqual(2 * megabyte);
  const [newest] = await store.results({ probe: 'shop', limit: 1 });
  expect(newest?.at).toBe(now + 199);
  const [hourly] = await store.rollUps({ probe: 'shop', span: 'hour', since: 0 });
  expect(hourly?.runs).toBe(200);
});

test('a smaller bound takes hold with the next pruning, and gives the room back to the disk', async () => {
  const path = await newFile();
  const { store, write } = openStore(path, 16 * megabyte);
  for (let n = 0; n < 10; n++) await write(n * 10, 10);
  expect((await stat(path)).size).toBeGreaterThan(4 * megabyte);
  const bounds = { keepResults: 24 * hour, keepBodies: 24 * hour, maxBytes: 2 * megabyte };
  await store.prune(bounds, now);
  await store.close();
  expect((await stat(path)).size).toBeLessThan(3 * megabyte);
});

test('a batch that cannot fit at all is refused whole', async () => {
  const { store, write } = openStore(await newFile(), megabyte);
  await expect(write(0, 100)).rejects.toMatchObject({ code: 'PKT_HISTORY_UNREADABLE' });
  await write(0, 1);
  expect(await store.results({ probe: 'shop', limit: 10 })).toHaveLength(1);
});

test('two that write one file count every result', async () => {
  const path = await newFile();
  const [one, other] = [openStore(path, 16 * megabyte), openStore(path, 16 * megabyte)];
  for (let n = 0; n < 5; n++) {
    await one.write(n, 1, 'one');
    await other.write(n, 1, 'other');
  }
  const [hourly] = await one.store.rollUps({ probe: 'shop', span: 'hour', since: 0 });
  expect(hourly?.runs).toBe(10);
});

test('a reader sees what is written while it reads, and cannot write', async () => {
  const path = await newFile();
  const { write } = openStore(path, 16 * megabyte);
  await write(0, 1);
  const reader = openSqliteReader(path);
  onTestFinished(() => reader.close());
  expect(await reader.results({ probe: 'shop', limit: 10 })).toHaveLength(1);
  await write(1, 1);
  expect(await reader.results({ probe: 'shop', limit: 10 })).toHaveLength(2);
});

test('another program’s database, a newer one and garbage are refused and left as they are', async () => {
  const strange = await newFile();
  const database = new DatabaseSync(strange);
  database.exec('CREATE TABLE theirs (id INTEGER)');
  database.close();
  const newer = await newFile();
  await openSqliteHistory(newer, megabyte).close();
  const later = new DatabaseSync(newer);
  later.exec('PRAGMA user_version = 99');
  later.close();
  const garbage = await newFile();
  await writeFile(garbage, 'garbage'.repeat(1_000));
  for (const [path, reason] of [
    [strange, /another program/],
    [newer, /newer version/],
    [garbage, /not a database/],
  ] as const) {
    const before = await readFile(path);
    expect(() => openSqliteHistory(path, megabyte)).toThrow(reason);
    expect(() => openSqliteReader(path)).toThrow(reason);
    expect(await readFile(path)).toEqual(before);
  }
});

test('a file that is damaged inside rejects what touches the damage, with what to do', async () => {
  const path = await newFile();
  const { store, write } = openStore(path, 16 * megabyte);
  await write(0, 100, 'small');
  await store.close();
  const { size } = await stat(path);
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(size - 8_192, 0xff), 0, size - 8_192, 8_192);
  await file.close();
  await truncate(path, size);
  const attempt = async () => {
    const damaged = openSqliteHistory(path, 16 * megabyte);
    onTestFinished(() => damaged.close());
    return damaged.results({ probe: 'shop', limit: 10 });
  };
  await expect(attempt()).rejects.toThrow(/cannot be used .*move it away/);
});

test('results of a clock that went back are kept, and pruned by their own time', async () => {
  const { store, write } = openStore(await newFile(), 16 * megabyte);
  await write(10 * hour, 1, 'later');
  await write(0, 1, 'earlier');
  const bounds = { keepResults: hour, keepBodies: hour, maxBytes: 16 * megabyte };
  await store.prune(bounds, now + 5 * hour);
  const kept = await store.results({ probe: 'shop', limit: 10, bodies: true });
  expect(kept.map(({ body }) => body)).toEqual(['later']);
});
