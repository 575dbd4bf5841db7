import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { Board } from '../board/board.ts';
import { createRecord } from '../board/create-record.ts';
import { initBoard } from '../board/init-board.ts';
import { textOf } from '../cache/cache.ts';
import { readRemotes } from '../store/remote-name.ts';
import { syncBoard } from '../sync/sync-board.ts';
import { Chance, isSoak } from './chance.ts';

const chance = Chance.ofRun();
const rounds = isSoak ? 20 : 2;
const remotes = ['origin', 'backup'];

test(`${rounds} random histories over two remotes, copies among the clones, end the same everywhere (TRACKER_SEED=${chance.seed})`, async () => {
  for (let round = 0; round < rounds; round += 1) await playHistory();
}, 1_800_000);

/** Clones that begin trackers of their own, write, use the same keys, and sync with either remote as it happens. */
async function playHistory(): Promise<void> {
  await using first = await temporaryRepository({ remote: true });
  await first.git('init', '--quiet', '--bare', '--template=', `${first.folder}/backup.git`);
  await first.git('remote', 'add', 'backup', `${first.folder}/backup.git`);
  await initBoard(optionsOf(first), 'ann');
  await using copy = await first.copy('copy');
  await using second = await first.clone('second');
  await second.git('remote', 'add', 'backup', `${first.folder}/backup.git`);
  await initBoard(optionsOf(second), 'ben');
  const clones = [first, copy, second];

  const made = new Set<string>();
  for (let step = 0; step < 30; step += 1) {
    const clone = chance.pick(clones);
    if (chance.below(3) < 2) made.add(await createIn(clone, step));
    else await syncOne(clone, chance.pick(remotes));
  }
  await untilQuiet(clones);

  const lists = await Promise.all(clones.map(listOf));
  const [list = []] = lists;
  for (const other of lists) expect(other).toEqual(list);
  expect(new Set(list.map(({ id }) => id))).toEqual(made);
  expect(new Set(list.map(({ number }) => number)).size).toBe(made.size);
  const heads = await Promise.all(clones.map(clone => clone.git('rev-parse', 'tracker-data')));
  expect(new Set(heads).size).toBe(1);
}

/** Syncs until nothing is new anywhere. That it ends shows that no two remotes keep renumbering each other's. */
async function untilQuiet(clones: readonly TemporaryRepository[]): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    let moved = 0;
    for (const clone of chance.shuffled(clones)) {
      for (const remote of chance.shuffled(remotes)) {
        const { received, sent } = await syncOne(clone, remote);
        moved += received + sent;
      }
    }
    if (moved === 0) return;
  }
  throw new Error('the clones kept on finding something new');
}

function optionsOf({ path }: TemporaryRepository) {
  const random = (bytes: number): Uint8Array => randomBytes(bytes);
  return { repo: path, branch: 'tracker-data', surroundings: { now: Date.now, random } };
}

async function createIn(clone: TemporaryRepository, step: number): Promise<string> {
  return await withBoard(clone, async board => {
    const key = chance.below(4) === 0 ? { key: `key ${chance.below(3)}` } : {};
    const wanted = { type: 'ticket', values: { title: `made at ${step}` }, ...key } as const;
    const { id } = await board.write('ann', transaction => createRecord(transaction, wanted));
    return id;
  });
}

async function syncOne(clone: TemporaryRepository, remote: string) {
  const { signal } = new AbortController();
  const remotes = await readRemotes(clone);
  const given = { remote, remotes, mode: 'full', actor: 'ann', acceptRewritten: false } as const;
  const request = { ...given, signal };
  return await withBoard(clone, board => syncBoard(board, request));
}

async function listOf(clone: TemporaryRepository) {
  return await withBoard(clone, async ({ cache }) =>
    cache
      .all('SELECT id, number, doc FROM records ORDER BY id')
      .map(({ id, number, doc }) => ({ id: textOf(id), number, doc })),
  );
}

async function withBoard<Result>(
  clone: TemporaryRepository,
  work: (board: Board) => Promise<Result>,
): Promise<Result> {
  const board = await Board.open(optionsOf(clone));
  try {
    return await work(board);
  } finally {
    board.close();
  }
}
