import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { openBoard } from './open-board.ts';

test('the demo board is made once, whole and with something to see, and kept', async () => {
  await using folder = await temporaryFolder();
  const boards = join(folder.path, 'cache/demo');
  const repo = await openBoard(boards);
  const { stdout: begun } = await tracker(repo, 'stats');
  const tickets = { backlog: 3, todo: 3, in_progress: 3, done: 6, cancelled: 1 };
  expect(JSON.parse(begun)).toMatchObject({
    counts: { ticket: tickets },
    burnUp: expect.arrayContaining([expect.objectContaining({ scope: 15, done: 6 })]),
  });

  await tracker(repo, 'ticket', 'create', '--title=From a newcomer');
  expect(await openBoard(boards)).toBe(repo);
  const { stdout: found } = await tracker(repo, 'ticket', 'read', '--search=newcomer');
  expect(JSON.parse(found)).toMatchObject({ total: 1 });

  const { stdout: synced } = await tracker(repo, 'sync');
  expect(JSON.parse(synced)).toMatchObject({ ok: true });
  expect(await readdir(join(folder.path, 'cache'))).toEqual(['demo']);
});

const tracker = (repo: string, ...argv: readonly string[]) =>
  execa('tracker', [`--repo=${repo}`, '--format=json', ...argv], {
    preferLocal: true,
    localDir: import.meta.dirname,
  });

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'demo-board-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
