import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginBoard, createTicket } from '../../fixtures/begin-board.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import type { Board } from './board.ts';

/** Four of these fill a segment. */
async function createLong(board: Board): Promise<void> {
  await createTicket(board, 'long', randomBytes(30_000).toString('hex'));
}

async function looseIn({ gitDir }: TemporaryRepository): Promise<number> {
  const names = await readdir(join(gitDir, 'objects'), { recursive: true });
  return names.filter(name => /^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name)).length;
}

test('when a segment is full, what the data branch reaches is packed, and nothing else', async () => {
  await using repository = await temporaryRepository();
  const ownCount = await looseIn(repository);
  const board = await beginBoard(repository);
  const counts: number[] = [];
  for (let made = 0; made < 9; made += 1) {
    await createLong(board);
    counts.push((await looseIn(repository)) - ownCount);
  }
  board.close();
  // Blob, two or three trees and commit each time; nothing left after the fifth and the ninth.
  expect(counts[3]).toBeGreaterThan(12);
  expect(counts[4]).toBe(0);
  expect(counts[7]).toBeGreaterThan(9);
  expect(counts[8]).toBe(0);
  await repository.git('fsck', '--full', '--strict');
});

test('a commit packed last that is gone, or a damaged note of it, is no hindrance', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  for (let made = 0; made < 5; made += 1) await createLong(board);
  const note = join(repository.gitDir, 'tracker', 'packed');
  expect(await readFile(note, 'utf8')).toBe(board.repository.head);
  const before = await looseIn(repository);
  await repository.asUser(() => writeFile(note, 'f'.repeat(40)));
  for (let made = 0; made < 4; made += 1) await createLong(board);
  expect(await looseIn(repository)).toBe(before);
  await repository.asUser(() => writeFile(note, '--output=/tmp/x'));
  for (let made = 0; made < 4; made += 1) await createLong(board);
  expect(await looseIn(repository)).toBe(before);
  board.close();
});

test('where the note cannot be written, writes are done all the same', async () => {
  await using repository = await temporaryRepository();
  await repository.asUser(() =>
    mkdir(join(repository.gitDir, 'tracker', 'packed', 'in-the-way'), { recursive: true }),
  );
  const board = await beginBoard(repository);
  for (let made = 0; made < 5; made += 1) await createLong(board);
  board.close();
  const left = await readdir(join(repository.gitDir, 'tracker'));
  expect(left.filter(name => name.startsWith('packed.'))).toEqual([]);
});
