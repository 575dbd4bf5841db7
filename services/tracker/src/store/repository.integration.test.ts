import { chmod, chown, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  type RepositoryOptions,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { addCommit } from './commit.ts';
import { findRepository, readHead } from './repository.ts';

const branch = 'tracker-data';

const kinds: Record<string, RepositoryOptions> = {
  plain: {},
  bare: { bare: true },
  'with an unborn HEAD': { commit: false },
  'of SHA-256': { objectFormat: 'sha256' },
  'with spaces in its path': { name: 'a repository  of mine' },
  'with Unicode in its path': { name: 'Šířka 😀' },
  'with a newline in its path': { name: 'two\nlines\n' },
  'with a path like an option': { name: '--upload-pack=touch x' },
};

test.each(Object.entries(kinds))(
  'a repository %s is found, and can be written',
  async (_, options) => {
    await using repository = await temporaryRepository(options);
    const found = await findRepository(repository.path, branch);
    expect(found).toMatchObject({ gitDir: repository.gitDir, head: undefined });
    const oid = await begin(found.gitDir);
    expect(await findRepository(repository.path, branch)).toEqual({
      gitDir: repository.gitDir,
      ref: 'refs/heads/tracker-data',
      head: oid,
    });
  },
);

test('a folder in a working tree leads to its repository', async () => {
  await using repository = await temporaryRepository();
  await repository.write('deep/er/file', '');
  const found = await findRepository(join(repository.path, 'deep/er'), branch);
  expect(found.gitDir).toBe(repository.gitDir);
});

test('linked working trees share one repository, also with HEAD detached', async () => {
  await using repository = await temporaryRepository();
  await repository.git('worktree', 'add', '--quiet', '--detach', '../linked');
  await repository.git('switch', '--quiet', '--detach');
  const oid = await begin(repository.gitDir);
  for (const path of [repository.path, join(repository.folder, 'linked')]) {
    expect(await findRepository(path, branch)).toMatchObject({
      gitDir: repository.gitDir,
      head: oid,
    });
  }
});

test('a submodule is a repository of its own', async () => {
  await using repository = await temporaryRepository({ remote: true });
  await repository.git('submodule', '--quiet', 'add', repository.remote ?? '', 'part');
  const found = await findRepository(join(repository.path, 'part'), branch);
  expect(found.gitDir).toBe(join(repository.gitDir, 'modules', 'part'));
  await begin(found.gitDir);
  expect((await findRepository(repository.path, branch)).head).toBeUndefined();
});

test('variables that a hook or an alias leaves behind lead nowhere else', async () => {
  await using repository = await temporaryRepository();
  await using other = await temporaryRepository();
  vi.stubEnv('GIT_DIR', other.gitDir);
  vi.stubEnv('GIT_WORK_TREE', other.path);
  vi.stubEnv('GIT_INDEX_FILE', join(other.folder, 'index'));
  vi.stubEnv('GIT_OBJECT_DIRECTORY', join(other.folder, 'objects'));
  vi.stubEnv('GIT_NAMESPACE', 'elsewhere');
  vi.stubEnv('GIT_COMMON_DIR', other.gitDir);
  vi.stubEnv('GIT_AUTHOR_NAME', 'Mallory');
  try {
    const found = await findRepository(repository.path, branch);
    expect(found.gitDir).toBe(repository.gitDir);
    await begin(found.gitDir);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(await repository.git('log', '--format=%an', branch)).toBe('Ann');
  expect(await other.git('for-each-ref', 'refs/heads/tracker-data')).toBe('');
});

test.each([
  ['missing', 'does not exist'],
  ['file', 'is no directory'],
  ['folder', 'is in no Git repository'],
])('a path that is a %s is refused', async (name, words) => {
  await using repository = await temporaryRepository();
  await writeFile(join(repository.folder, 'file'), '');
  await mkdir(join(repository.folder, 'folder'));
  await expect(findRepository(join(repository.folder, name), branch)).rejects.toMatchObject({
    code: 'NOT_A_REPOSITORY',
    message: expect.stringContaining(words),
    remedy: expect.any(String),
  });
});

test.runIf(process.getuid?.() === 0)("somebody else's repository is not trusted", async () => {
  await using repository = await temporaryRepository();
  const theirs = join(repository.folder, 'theirs');
  await cp(repository.path, theirs, { recursive: true });
  await chown(theirs, 12_345, 12_345);
  await chown(join(theirs, '.git'), 12_345, 12_345);
  await expect(findRepository(theirs, branch)).rejects.toMatchObject({
    code: 'NOT_A_REPOSITORY',
    remedy: `git config --global --add safe.directory ${theirs}`,
  });
});

test('a repository whose settings git cannot read is told in git’s words', async () => {
  await using repository = await temporaryRepository();
  const broken = join(repository.folder, 'broken');
  await cp(repository.path, broken, { recursive: true });
  await writeFile(join(broken, '.git', 'config'), '[core\n');
  await expect(findRepository(broken, branch)).rejects.toMatchObject({
    code: 'NOT_A_REPOSITORY',
    message: expect.stringContaining('bad config'),
  });
});

test.each(['', 'no object id\n', `${'0'.repeat(39)}\n`])(
  'a ref that holds %j is damage, not absence',
  async text => {
    await using repository = await temporaryRepository();
    await begin(repository.gitDir);
    await repository.write('.git/refs/heads/tracker-data', text);
    await expect(findRepository(repository.path, branch)).rejects.toMatchObject({
      code: 'CORRUPT',
      remedy: expect.stringContaining('reflog'),
    });
  },
);

test('a ref among packed refs is found', async () => {
  await using repository = await temporaryRepository();
  const oid = await begin(repository.gitDir);
  await repository.git('pack-refs', '--all');
  expect((await findRepository(repository.path, branch)).head).toBe(oid);
});

test('the head of a branch is read as it is now', async () => {
  await using repository = await temporaryRepository();
  const found = await findRepository(repository.path, branch);
  expect(await readHead(found)).toBeUndefined();
  const oid = await begin(found.gitDir);
  expect(await readHead(found)).toBe(oid);
});

test('a git that is missing is told as such', async () => {
  await using repository = await temporaryRepository();
  const tools = join(repository.folder, 'tools');
  await mkdir(tools);
  vi.stubEnv('PATH', tools);
  try {
    const finding = findRepository(repository.path, branch);
    await expect(finding).rejects.toMatchObject({ code: 'GIT_MISSING' });
    await writeFile(join(tools, 'git'), 'not executable');
    await chmod(join(tools, 'git'), 0o644);
    const again = findRepository(repository.path, branch);
    await expect(again).rejects.toMatchObject({ code: 'GIT_MISSING' });
  } finally {
    vi.unstubAllEnvs();
    await rm(tools, { recursive: true });
  }
});

/** Makes the data branch, and resolves to its commit. */
async function begin(gitDir: string): Promise<string> {
  const outcome = await addCommit(
    { gitDir, ref: `refs/heads/${branch}`, head: undefined },
    {
      parents: [],
      files: [{ path: 'format.json', content: Buffer.from('{"format":1}\n') }],
      message: 'init',
      actor: 'Ann',
      time: 0,
    },
  );
  if (outcome.kind !== 'committed') throw new Error(outcome.said);
  return outcome.oid;
}
