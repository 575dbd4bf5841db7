import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Repository } from './repository.ts';
import { isWriter } from './segment.ts';
import { readWriter } from './writer.ts';

async function place(): Promise<Repository> {
  const gitDir = await mkdtemp(join(tmpdir(), 'tracker-writer-'));
  onTestFinished(() => rm(gitDir, { recursive: true }));
  return { gitDir, ref: 'refs/heads/tracker-data', head: undefined };
}

test('a clone draws one name, and keeps it', async () => {
  const repository = await place();
  const name = await readWriter(repository);
  expect(isWriter(name)).toBe(true);
  expect(await readWriter(repository)).toBe(name);
});

test('two clones have different names', async () => {
  expect(await readWriter(await place())).not.toBe(await readWriter(await place()));
});

test('of many that draw at once, all are given the same name, and nothing is left behind', async () => {
  for (let round = 0; round < 10; round += 1) {
    const repository = await place();
    const names = await Promise.all(Array.from({ length: 16 }, () => readWriter(repository)));
    expect(new Set(names).size).toBe(1);
    expect(await readdir(join(repository.gitDir, 'tracker'))).toEqual(['writer']);
  }
});

test.each(['', 'abc', '../../x\n', 'abcdefghij012345 and more'])(
  'a name that is damaged, as %j, is drawn anew, by all the same',
  async text => {
    const repository = await place();
    await mkdir(join(repository.gitDir, 'tracker'));
    await writeFile(join(repository.gitDir, 'tracker', 'writer'), text);
    const name = await readWriter(repository);
    expect(isWriter(name)).toBe(true);
    expect(await readFile(join(repository.gitDir, 'tracker', 'writer'), 'utf8')).toBe(`${name}\n`);
  },
);

test('a folder that cannot be made is told', async () => {
  const repository = await place();
  await writeFile(join(repository.gitDir, 'tracker'), 'a file');
  await expect(readWriter(repository)).rejects.toMatchObject({
    code: 'FILE',
    message: expect.stringContaining(repository.gitDir),
  });
});

test('a name that cannot be read is told, not drawn for ever', async () => {
  const repository = await place();
  await mkdir(join(repository.gitDir, 'tracker', 'writer'), { recursive: true });
  await expect(readWriter(repository)).rejects.toMatchObject({ code: 'FILE' });
});
