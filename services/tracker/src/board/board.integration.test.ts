import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginBoard, boardOptions, createTicket } from '../../fixtures/begin-board.ts';
import { contentOf, rebuiltContent } from '../../fixtures/cache-content.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { listRecords } from '../cache/list-records.ts';
import { cacheFile } from '../cache/open-cache.ts';
import { addCommit } from '../store/commit.ts';
import { readHead } from '../store/repository.ts';
import { segmentLimit } from '../store/segment.ts';
import { Board } from './board.ts';
import { createRecord } from './create-record.ts';
import { updateRecord } from './update-record.ts';

function titles(board: Board): readonly string[] {
  return listRecords(board.cache, { type: 'ticket' }).items.map(item => JSON.parse(item).title);
}

/** Opens it anew, as each run of the command does, and holds the cache against one that has seen nothing before. */
async function exactTitles(repository: TemporaryRepository): Promise<readonly string[]> {
  const board = await Board.open(boardOptions(repository));
  try {
    expect(contentOf(board.cache)).toEqual(await rebuiltContent(board.repository));
    return titles(board);
  } finally {
    board.close();
  }
}

test('a plan is made again on what somebody else wrote meanwhile', async () => {
  await using repository = await temporaryRepository();
  const [one, other] = [await beginBoard(repository), await Board.open(boardOptions(repository))];
  await createTicket(other, 'first');
  const seen: number[] = [];
  const second = await one.write('Ann', transaction => {
    seen.push(transaction.nextNumber('ticket'));
    return createRecord(transaction, { type: 'ticket', values: { title: 'second' } });
  });
  expect(second.number).toBe(2);
  expect(seen).toEqual([2]);
  one.close();
  other.close();
  expect(await exactTitles(repository)).toEqual(['first', 'second']);
});

test('a write is made again when something that is no tracker moves the branch', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  const before = board.repository;
  // As a merge that was fetched: a commit of which the cache knows nothing.
  const moved = await addCommit(before, {
    parents: [before.head],
    files: [{ path: 'segments/0123456789abcdef/000001.jsonl', content: Buffer.from('') }],
    message: 'elsewhere',
    actor: 'Bob',
    time: Date.now(),
  });
  expect(moved.kind).toBe('committed');
  expect(await createTicket(board, 'after')).toBe(1);
  board.close();
  expect(await exactTitles(repository)).toEqual(['after']);
});

test('a plan that throws leaves branch and cache as they were', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  await createTicket(board, 'kept');
  const [head, content] = [await readHead(board.repository), contentOf(board.cache)];
  const failing = board.write('Ann', transaction => {
    createRecord(transaction, { type: 'ticket', values: { title: 'lost' } });
    throw new Error('thought better of it');
  });
  await expect(failing).rejects.toThrow('thought better of it');
  expect(await readHead(board.repository)).toBe(head);
  expect(contentOf(board.cache)).toEqual(content);
  board.close();
});

test('a plan that adds nothing writes nothing', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  const head = await readHead(board.repository);
  expect(await board.write('Ann', () => 'nothing')).toBe('nothing');
  expect(await readHead(board.repository)).toBe(head);
  board.close();
});

test('segments end at their limit, and an event that does not fit begins the next', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  const body = 'x'.repeat(60_000);
  for (const title of ['1', '2', '3', '4', '5']) await createTicket(board, title, body);
  await board.write('Ann', transaction => {
    for (const title of ['6', '7', '8', '9', '10']) {
      createRecord(transaction, { type: 'ticket', values: { title, body } });
    }
  });
  board.close();
  const files = await repository.git('ls-tree', '-r', '-l', 'tracker-data', 'segments/');
  const sizes = files.split('\n').map(line => Number(line.split(/\s+/)[3]));
  expect(sizes).toHaveLength(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(segmentLimit);
  expect(await exactTitles(repository)).toHaveLength(10);
});

type Damage = (file: string) => Promise<void>;

const damages: readonly [string, Damage][] = [
  [
    'replaced by a folder',
    async (file: string) => {
      await rm(file);
      await mkdir(join(file, 'in it'), { recursive: true });
    },
  ],
  ['deleted', file => rm(file)],
  ['emptied', file => truncate(file, 0)],
  ['cut off within a page', file => truncate(file, 10_000)],
  ['cut off within its header', file => truncate(file, 50)],
  ['filled with garbage', file => writeFile(file, randomBytes(50_000))],
  [
    'garbled in the middle',
    async file => {
      const content = await readFile(file);
      content.fill(0xa5, 4_096, content.length);
      await writeFile(file, content);
    },
  ],
  [
    'of another version',
    file =>
      inDatabase(
        file,
        "UPDATE records SET search = ''; UPDATE meta SET value = '0 then' WHERE key = 'version'",
      ),
  ],
  [
    'of other tables',
    file =>
      inDatabase(
        file,
        "UPDATE records SET search = ''; UPDATE meta SET value = replace(value, 'search TEXT', 'words TEXT')",
      ),
  ],
  ['without its tables', file => inDatabase(file, 'DROP TABLE records; DROP TABLE meta')],
];

async function inDatabase(file: string, sql: string): Promise<void> {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

test.each(damages)(
  'a cache that was %s is built anew, for readers and writers',
  async (_, damage) => {
    await using repository = await temporaryRepository();
    const board = await beginBoard(repository);
    await createTicket(board, 'one');
    const file = cacheFile(board.repository);
    board.close();
    await damage(file);
    expect(await exactTitles(repository)).toEqual(['one']);
    await damage(file);
    const writer = await Board.open(boardOptions(repository));
    expect(await createTicket(writer, 'two')).toBe(2);
    writer.close();
    expect(await exactTitles(repository)).toEqual(['one', 'two']);
  },
);

test('a cache that is deleted under an open board takes no write with it', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  await createTicket(board, 'one');
  await rm(cacheFile(board.repository));
  await createTicket(board, 'two');
  board.close();
  expect(await exactTitles(repository)).toEqual(['one', 'two']);
});

test('a cache that breaks after the commit has been made does not make it twice', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  await createTicket(board, 'one');
  board.cache.run('CREATE TEMP TRIGGER breaks BEFORE INSERT ON segments BEGIN SELECT gone(); END');
  expect(await createTicket(board, 'two')).toBe(2);
  board.close();
  expect(await exactTitles(repository)).toEqual(['one', 'two']);
});

test('where no cache can be kept, it is read all the same', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  await createTicket(board, 'one');
  const file = cacheFile(board.repository);
  board.close();
  // Root may write anywhere, but makes no folder where a file is.
  await repository.asUser(async () => {
    await rm(join(file, '..'), { recursive: true });
    await writeFile(join(file, '..'), '');
  });
  const reader = await Board.open(boardOptions(repository));
  expect(titles(reader)).toEqual(['one']);
  await expect(createTicket(reader, 'two')).rejects.toMatchObject({ code: 'FILE' });
  reader.close();
});

test('where the disk is full, the cache goes on in memory', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  try {
    const { page_count: pages } = board.cache.one('PRAGMA page_count') ?? {};
    board.cache.database.exec(`PRAGMA max_page_count = ${pages}`);
    await createTicket(board, 'Big', 'x'.repeat(60_000));
    expect(board.cache.database.location()).toBeNull();
    expect(titles(board)).toEqual(['Big']);
  } finally {
    board.close();
  }
  expect(await exactTitles(repository)).toEqual(['Big']);
});

test('the cache follows a branch that is moved back, to another history, and forth', async () => {
  await using repository = await temporaryRepository();
  await using other = await temporaryRepository();
  const foreign = await beginBoard(other);
  await createTicket(foreign, 'foreign');
  foreign.close();
  const board = await beginBoard(repository);
  await createTicket(board, 'one');
  const early = await readHead(board.repository);
  await createTicket(board, 'two');
  const late = await readHead(board.repository);
  board.close();
  const moveTo = (commit: string): Promise<string> =>
    repository.git('update-ref', 'refs/heads/tracker-data', commit);
  await moveTo(early ?? '');
  expect(await exactTitles(repository)).toEqual(['one']);
  await repository.git('fetch', '--quiet', other.path, '+tracker-data:tracker-data');
  expect(await exactTitles(repository)).toEqual(['foreign']);
  await moveTo(late ?? '');
  expect(await exactTitles(repository)).toEqual(['one', 'two']);
});

type Step =
  | { readonly do: 'create' | 'edit'; readonly at: number; readonly board: 0 | 1 }
  | { readonly do: 'rewind'; readonly at: number }
  | { readonly do: 'damage'; readonly at: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('create'),
      at: fc.nat(9),
      board: fc.constantFrom(0, 1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('edit'), at: fc.nat(9), board: fc.constantFrom(0, 1) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rewind'), at: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('damage'), at: fc.nat(damages.length - 1) }),
  },
);

test('after any writes, rewinds and damage the cache is as one that has seen nothing before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async steps => {
      await using repository = await temporaryRepository();
      const clone = await repository.copy('clone');
      const boards = [await beginBoard(repository), await Board.open(boardOptions(repository))];
      await clone[Symbol.asyncDispose]();
      for (const each of steps) await take(repository, boards, each);
      for (const board of boards) board.close();
      await exactTitles(repository);
    }),
    { numRuns: 10 },
  );
});

async function take(
  repository: TemporaryRepository,
  boards: Board[],
  { do: what, at, ...rest }: Step,
): Promise<void> {
  const commits = (await repository.git('log', '--format=%H', 'tracker-data')).split('\n');
  switch (what) {
    case 'rewind': {
      const commit = commits[at % commits.length] ?? '';
      await repository.git('update-ref', 'refs/heads/tracker-data', commit);
      break;
    }
    case 'damage': {
      const [first] = boards;
      for (const board of boards) board.close();
      if (first !== undefined) await damages[at]?.[1](cacheFile(first.repository)).catch(() => {});
      break;
    }
    default: {
      const board = boards['board' in rest ? rest.board : 0];
      await board?.write('Ann', transaction => {
        const { items } = listRecords(transaction.cache, { type: 'ticket' });
        if (what === 'create' || items.length === 0) {
          createRecord(transaction, {
            type: 'ticket',
            values: { title: `made ${at}`, labels: ['a'] },
          });
        } else {
          const ticket = transaction.find(
            'ticket',
            String(JSON.parse(items[at % items.length] ?? '').id),
          );
          updateRecord(transaction, ticket, {
            set: { title: `edited ${at}` },
            add: { labels: [`l${at}`] },
          });
        }
      });
      return;
    }
  }
  // What moves the branch or breaks the cache is met by the next run of a command.
  for (const index of boards.keys()) {
    if (what === 'rewind') boards[index]?.close();
    boards[index] = await Board.open(boardOptions(repository));
  }
}

const run = promisify(execFile);
const writerScript = fileURLToPath(new URL('../../fixtures/writer.ts', import.meta.url));

test('ten processes that write at once lose nothing and share no number', async () => {
  await using repository = await temporaryRepository();
  (await beginBoard(repository)).close();
  const each = 3;
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      run(process.execPath, [writerScript, repository.path, `writer ${index}`, String(each)]),
    ),
  );
  const made = await exactTitles(repository);
  const wanted = Array.from(
    { length: 10 * each },
    (_, n) => `writer ${n % 10} ${Math.floor(n / 10)}`,
  );
  expect(made.toSorted()).toEqual(wanted.toSorted());
  const board = await Board.open(boardOptions(repository));
  const numbers = listRecords(board.cache, { type: 'ticket' }).items.map(
    item => JSON.parse(item).number,
  );
  expect(new Set(numbers).size).toBe(wanted.length);
  board.close();
});

test('a writer that is killed within its transaction leaves cache and lock to others', async () => {
  await using repository = await temporaryRepository();
  const board = await beginBoard(repository);
  await createTicket(board, 'one');
  board.close();
  const killed = run(process.execPath, [writerScript, repository.path, 'killed', '1', 'kill']);
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
  const next = await Board.open(boardOptions(repository));
  expect(await createTicket(next, 'two')).toBe(2);
  next.close();
  expect(await exactTitles(repository)).toEqual(['one', 'two']);
  const left = await readdir(join(repository.gitDir, 'tracker'));
  expect(left.filter(name => name.endsWith('-journal') === false)).toHaveLength(2);
});
