import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginBoard, createTicket } from '../../fixtures/begin-board.ts';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';

test('a lock that a killed git left on the branch is named before long, and nothing is written', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  const { head } = board.repository;
  const lock = join(repository.gitDir, 'refs/heads/tracker-data.lock');
  await repository.asUser(() => writeFile(lock, ''));
  await expect(createTicket(board, 'late')).rejects.toMatchObject({
    code: 'LOCKED',
    message: expect.stringContaining('did not move'),
    remedy: expect.stringContaining(lock),
  });
  expect(await repository.git('rev-parse', 'tracker-data')).toBe(head);
  await repository.asUser(() => rm(lock));
  expect(await createTicket(board, 'then')).toBe(1);
  board.close();
}, 15_000);
