import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runIn } from '../fixtures/run-command.ts';
import { type TemporaryRepository, temporaryRepository } from '../fixtures/temporary-repository.ts';
import { expectUntouched, type UserPlace } from '../fixtures/untouched.ts';

test('init touches nothing of the user', async () => {
  await using repository = await temporaryRepository({ remote: true });
  const { json, exitCode } = await runIn(repository, 'init');
  expect({ json, exitCode }).toMatchObject({ json: { ok: true, begun: true }, exitCode: 0 });
});

const deeds: Record<string, readonly string[]> = {
  'the index': ['add', '--intent-to-add', 'new'],
  'a branch': ['branch', 'other'],
  HEAD: ['switch', '--quiet', '--detach'],
  'the stash': ['stash', 'store', 'HEAD'],
  'the config': ['config', 'x.y', 'z'],
  'a linked worktree': ['worktree', 'add', '--quiet', '../linked'],
};

test.each(Object.entries(deeds))('the check sees a change of %s', async (_, args) => {
  await using repository = await temporaryRepository();
  await repository.write('new', 'untracked');
  const deed = expectUntouched(placeOf(repository), () => repository.git(...args));
  await expect(deed).rejects.toThrow("the user's own was touched");
});

const strokes: Record<string, (linked: string, gitDir: string) => Promise<void>> = {
  'a file of a linked worktree changed': linked => writeFile(join(linked, 'README'), 'other'),
  'a file dated anew': linked => utimes(join(linked, 'README'), 1, 1),
  'a file gone': linked => rm(join(linked, 'README')),
  'a file that came': linked => writeFile(join(linked, 'new'), ''),
  'a lock left behind': (_, gitDir) => writeFile(join(gitDir, 'refs/heads/tracker-data.lock'), ''),
  'a hook': (_, gitDir) => writeFile(join(gitDir, 'post-update'), '#!/bin/sh'),
  'a lost object': async (_, gitDir) => {
    const [folder = ''] = await readdir(join(gitDir, 'objects'));
    await rm(join(gitDir, 'objects', folder), { recursive: true });
  },
};

test.each(Object.entries(strokes))('the check sees %s', async (_, stroke) => {
  await using repository = await temporaryRepository();
  await repository.git('worktree', 'add', '--quiet', '../linked');
  const linked = join(repository.folder, 'linked');
  await repository.asUser(async () => {
    const deed = expectUntouched(placeOf(repository), () => stroke(linked, repository.gitDir));
    await expect(deed).rejects.toThrow("the user's own was touched");
  });
});

test('a repository that was touched says so when it is disposed of', async () => {
  const repository = await temporaryRepository();
  await writeFile(join(repository.path, 'README'), 'overwritten');
  await expect(repository[Symbol.asyncDispose]()).rejects.toThrow('README changed');
  await expect(stat(repository.folder)).rejects.toThrow('ENOENT');
});

function placeOf({ gitDir, path }: TemporaryRepository): UserPlace {
  return { gitDir, workTree: path, dataBranches: ['tracker-data'] };
}
