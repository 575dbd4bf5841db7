import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

function setUp() {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO notes VALUES (?, ?)');
  const commits = createGroupCommit(database);
  return {
    database,
    commits,
    note: (id: number, text = '') => commits.write(() => insert.run(id, text).changes),
    ids: () =>
      database
        .prepare('SELECT id FROM notes ORDER BY id')
        .all()
        .map(({ id }) => id),
  };
}

test('works are done in the order in which they came, and resolve with their results', async () => {
  const { commits } = setUp();
  const order: number[] = [];
  const works = Array.from({ length: 500 }, (_, n) => commits.write(() => order.push(n)));
  expect(await Promise.all(works)).toEqual(works.map((_, n) => n + 1));
  expect(order).toEqual(works.map((_, n) => n));
});

test('a work that throws is undone and rejects; the others of its group stand', async () => {
  const { commits, note, ids } = setUp();
  const results = await Promise.allSettled([
    note(1),
    note(1),
    commits.write(() => {
      throw new Error('mine');
    }),
    note(2),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect(results[2]).toMatchObject({ reason: { message: 'mine' } });
  expect(ids()).toEqual([1, 2]);
});

test('on a full disk exactly what resolved is there, and later works go on', async () => {
  const { database, note, ids } = setUp();
  database.exec('PRAGMA max_page_count = 20');
  const results = await Promise.allSettled([note(1), note(2, 'x'.repeat(1_000_000)), note(3)]);
  expect(results[1]?.status).toBe('rejected');
  const resolved = results.flatMap(({ status }, n) => (status === 'fulfilled' ? [n + 1] : []));
  expect(ids()).toEqual(resolved);
  await note(4);
  expect(ids()).toEqual([...resolved, 4]);
});

test('a commit that fails rejects its whole group and leaves nothing of it', async () => {
  const { database, commits, note, ids } = setUp();
  database.exec(`CREATE TABLE lines (
    note INTEGER REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)`);
  const dangling = commits.write(() => database.exec('INSERT INTO lines VALUES (99)'));
  const results = await Promise.allSettled([note(1), dangling]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await note(2);
  expect(ids()).toEqual([2]);
});

test('flush commits at once what waits', async () => {
  const { commits, note, ids } = setUp();
  const works = Array.from({ length: 200 }, (_, id) => note(id));
  commits.flush();
  expect(ids()).toHaveLength(200);
  await Promise.all(works);
});
