import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLock } from './lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picket-lock-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('work under one lock is never done at the same time', async () => {
  const file = join(folder, 'shared');
  let active = 0;
  const seen: number[] = [];
  const work = async () => {
    active += 1;
    seen.push(active);
    await readdir(folder);
    active -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => withLock(file, work)));
  expect(seen).toEqual([1, 1, 1, 1, 1]);
});

test('its result and its error come out, and the lock is free after either', async () => {
  const file = join(folder, 'outcome');
  const failing = withLock(file, async () => {
    throw new Error('it failed');
  });
  await expect(failing).rejects.toThrow('it failed');
  expect(await withLock(file, async () => 'done')).toBe('done');
  expect(await withLock(file, async () => 'again')).toBe('again');
});
