import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Ran, runIn } from '../fixtures/run-command.ts';
import { temporaryRepository } from '../fixtures/temporary-repository.ts';
import { Board } from './board/board.ts';
import { initBoard } from './board/init-board.ts';

const surroundings = { now: () => Date.now(), random: (bytes: number) => new Uint8Array(bytes) };

function expectRefused(ran: Ran, code: string): void {
  expect(ran, ran.stdout + ran.stderr).toMatchObject({
    exitCode: 1,
    json: { ok: false, error: { code, message: expect.any(String), remedy: expect.any(String) } },
  });
}

const names = [
  ...['--upload-pack=touch x', '-x', '+main', '+main:main', 'refs/heads/../x', '../../x', 'HEAD'],
  ...['@', 'main:x', 'a b', 'a\nb', 'ext::sh -c touch% x', ':/', 'main^', 'x'.repeat(300), '', '.'],
];

test.each(names)(
  'the data branch %j is refused by every command, and starts nothing',
  async name => {
    await using repository = await temporaryRepository();
    for (const command of [['init'], ['epic', 'create', '--title=x'], ['epic', 'read'], ['sync']]) {
      expectRefused(await runIn(repository, `--data-branch=${name}`, ...command), 'BRANCH_NAME');
    }
    expect(await readdir(repository.folder)).not.toContain('x');
    expect(await readdir(repository.path)).toEqual(['.git', 'README']);
    expect(await repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  },
);

test('a branch of the user that is checked out, or not, is no place for data', async () => {
  await using repository = await temporaryRepository({ dataBranches: [] });
  await repository.git('branch', 'feature/x');
  for (const branch of ['main', 'feature/x']) {
    const options = { repo: repository.path, branch, surroundings };
    const wanted = { code: 'NOT_A_TRACKER_BRANCH', remedy: expect.any(String) };
    await expect(Board.open(options)).rejects.toMatchObject(wanted);
    await expect(initBoard(options, 'Ann')).rejects.toMatchObject(wanted);
    for (const command of [['init'], ['epic', 'create', '--title=x'], ['epic', 'read']]) {
      const ran = await runIn(repository, `--data-branch=${branch}`, ...command);
      expectRefused(ran, 'NOT_A_TRACKER_BRANCH');
    }
  }
});

test('a branch that is checked out, and has no commit yet, is not begun under the user', async () => {
  await using repository = await temporaryRepository({ commit: false, dataBranches: [] });
  await repository.git('symbolic-ref', 'HEAD', 'refs/heads/tracker-data');
  expectRefused(await runIn(repository, 'init'), 'BRANCH_CHECKED_OUT');
  expect(await repository.git('for-each-ref')).toBe('');
});

test('a data branch that a linked working tree has checked out is not moved, yet read', async () => {
  await using repository = await temporaryRepository();
  await runIn(repository, 'init');
  await runIn(repository, 'epic', 'create', '--title=one');
  await repository.git('worktree', 'add', '--quiet', '../data', 'tracker-data');
  const before = await repository.git('rev-parse', 'tracker-data');
  expectRefused(await runIn(repository, 'epic', 'create', '--title=two'), 'BRANCH_CHECKED_OUT');
  expect(await repository.git('rev-parse', 'tracker-data')).toBe(before);
  expect((await runIn(repository, 'epic', 'read')).json).toMatchObject({
    items: [{ title: 'one' }],
  });
});

test('a data branch that is another name for a branch of the user is left alone', async () => {
  await using repository = await temporaryRepository();
  await repository.git('symbolic-ref', 'refs/heads/tracker-data', 'refs/heads/main');
  expectRefused(await runIn(repository, 'init'), 'NOT_A_TRACKER_BRANCH');
  await repository.git('symbolic-ref', 'refs/heads/tracker-data', 'refs/heads/unborn');
  const ran = await runIn(repository, 'init');
  expect(ran).toMatchObject({ exitCode: 3, json: { error: { code: 'CORRUPT' } } });
});

test('where the user has branches below its name, the data branch is refused with a reason', async () => {
  await using repository = await temporaryRepository();
  await repository.git('branch', 'tracker-data/mine');
  const ran = await runIn(repository, 'init');
  expect(ran).toMatchObject({
    exitCode: 2,
    json: { error: { code: 'GIT_FAILED', remedy: expect.stringContaining('--data-branch') } },
  });
});
