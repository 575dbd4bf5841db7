import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { beginBoard, boardOptions, createTicket } from '../../fixtures/begin-board.ts';
import { contentOf, rebuiltContent } from '../../fixtures/cache-content.ts';
import { objectFile, segmentOf } from '../../fixtures/damage.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { Board } from '../board/board.ts';
import { damageIn } from './damage.ts';
import { listRecords } from './list-records.ts';
import { removeCache } from './open-cache.ts';

/** What the next run of the command finds, its cache being held against one that has seen nothing before. */
async function seen(repository: TemporaryRepository): Promise<readonly string[]> {
  const board = await Board.open(boardOptions(repository));
  try {
    const { items } = listRecords(board.cache, { type: 'ticket' });
    expect(contentOf(board.cache)).toEqual(await rebuiltContent(board.repository));
    expect(damageIn(board.cache)).toBeUndefined();
    return items.map(item => JSON.parse(item).title);
  } finally {
    board.close();
  }
}

/** Takes the object of a file away, before anybody has read it; the function that is returned brings it back. */
async function loseObject(
  repository: TemporaryRepository,
  path: string,
): Promise<() => Promise<void>> {
  const file = objectFile(repository, await repository.git('rev-parse', `tracker-data:${path}`));
  await repository.asUser(() => rename(file, `${file}.away`));
  return () => repository.asUser(() => rename(`${file}.away`, file));
}

async function expectUnread(repository: TemporaryRepository): Promise<void> {
  const board = await Board.open(boardOptions(repository));
  expect(damageIn(board.cache)).toContain('1 unreadable file');
  board.close();
}

test.each(['segment', 'format file'])(
  'a %s that could not be read is read once it is back',
  async what => {
    await using repository = await temporaryRepository();
    const board = await beginBoard(repository);
    await createTicket(board, 'one');
    removeCache(board.repository);
    board.close();
    const path = what === 'segment' ? await segmentOf(repository) : 'format.json';
    const bringBack = await loseObject(repository, path);
    await expectUnread(repository);
    await expectUnread(repository);
    await bringBack();
    expect(await seen(repository)).toEqual(['one']);
  },
);

test('what a segment got while it could not be read is not passed over when more is added to it', async () => {
  await using repository = await temporaryRepository();
  const writer = await beginBoard(repository);
  await createTicket(writer, 'one');
  const first = writer.repository.head;
  await createTicket(writer, 'two');
  const middle = writer.repository.head;
  await createTicket(writer, 'three');
  const last = writer.repository.head;
  writer.close();
  const moveTo = async (commit: string): Promise<void> => {
    await repository.git('update-ref', 'refs/heads/tracker-data', commit);
  };
  await moveTo(first);
  expect(await seen(repository)).toEqual(['one']);
  await moveTo(middle);
  const bringBack = await loseObject(repository, await segmentOf(repository));
  await expectUnread(repository);
  await bringBack();
  await moveTo(last);
  expect(await seen(repository)).toEqual(['one', 'two', 'three']);
});
