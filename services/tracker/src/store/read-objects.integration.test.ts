import { randomBytes } from 'node:crypto';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { addCommit, type NewFile } from './commit.ts';
import { isAncestor, readBlobs, readChanges, readRef, readTree } from './read-objects.ts';

const ref = 'refs/heads/tracker-data';

async function commit(
  repository: TemporaryRepository,
  parents: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const outcome = await addCommit(
    { gitDir: repository.gitDir, ref, head: undefined },
    {
      parents,
      files: Object.entries(files).map(
        ([path, text]): NewFile => ({ path, content: Buffer.from(text) }),
      ),
      message: 'a commit',
      actor: 'Ann',
      time: 0,
    },
  );
  if (outcome.kind !== 'committed') throw new Error(outcome.said);
  return outcome.oid;
}

function place({ gitDir }: TemporaryRepository): { gitDir: string; ref: string; head: undefined } {
  return { gitDir, ref, head: undefined };
}

function objectFile({ gitDir }: TemporaryRepository, oid: string): string {
  return join(gitDir, 'objects', oid.slice(0, 2), oid.slice(2));
}

test('a tree lists every file, by any name', async () => {
  await using repository = await temporaryRepository();
  const names = ['a/b/c', 'é\n"x"', 'tab\there'];
  const head = await commit(repository, [], Object.fromEntries(names.map(name => [name, name])));
  const files = await readTree(place(repository), head);
  expect(files.map(file => file.path).toSorted()).toEqual(names.toSorted());
  const blobs = await readBlobs(
    place(repository),
    files.map(file => file.oid),
  );
  for (const { path, oid } of files) expect(blobs.get(oid)?.toString()).toBe(path);
});

test('links and submodules in a tree are no files to be read', async () => {
  await using repository = await temporaryRepository({ remote: true });
  const before = await repository.git('rev-parse', 'HEAD');
  await repository.git('submodule', '--quiet', 'add', repository.remote ?? '', 'part');
  await repository.git('commit', '--quiet', '--message=with a submodule');
  const after = await repository.git('rev-parse', 'HEAD');
  const files = await readTree(place(repository), after);
  expect(files.map(file => file.path)).toEqual(['.gitmodules', 'README']);
  const changes = await readChanges(place(repository), before, after);
  expect(changes?.map(change => change.path)).toEqual(['.gitmodules']);
});

test('changes tell what came, went and differs', async () => {
  await using repository = await temporaryRepository();
  const from = await commit(repository, [], { kept: '1', changed: '1', 'gone/file': '1' });
  const to = await commit(repository, [from], { changed: '2', came: '2' });
  const found = await readChanges(place(repository), from, to);
  expect(found?.map(({ path, before, after }) => [path, !!before, !!after])).toEqual([
    ['came', false, true],
    ['changed', true, true],
  ]);
  const back = await readChanges(place(repository), to, from);
  expect(back?.map(({ path, before, after }) => [path, !!before, !!after])).toEqual([
    ['came', true, false],
    ['changed', true, true],
  ]);
  expect(await readChanges(place(repository), from, from)).toEqual([]);
});

test('changes from a commit that is not there are unknown', async () => {
  await using repository = await temporaryRepository();
  const head = await commit(repository, [], { x: '1' });
  expect(await readChanges(place(repository), 'f'.repeat(40), head)).toBeUndefined();
});

const damages: Record<string, (file: string) => Promise<void>> = {
  missing: file => rm(file),
  empty: file => truncate(file, 0),
  'cut short': file => truncate(file, 2_000),
  'no object': file => rm(file).then(() => writeFile(file, 'no object')),
};

test.each(Object.entries(damages))('blobs beside one that is %s are read', async (_, damage) => {
  await using repository = await temporaryRepository();
  // It does not compress, so that half of the object is really gone.
  const texts = Array.from({ length: 5 }, () => randomBytes(3_000).toString('base64'));
  const head = await commit(
    repository,
    [],
    Object.fromEntries(texts.map((text, n) => [`${n}`, text])),
  );
  const files = await readTree(place(repository), head);
  for (const hurt of [files[1], files[2], files[4]]) {
    await repository.asUser(() => damage(objectFile(repository, hurt?.oid ?? '')));
  }
  const blobs = await readBlobs(
    place(repository),
    files.map(file => file.oid),
  );
  const read = files.map(({ oid }) => texts.indexOf(blobs.get(oid)?.toString() ?? ''));
  expect(read).toEqual([0, -1, -1, 3, -1]);
});

test('ids that are trees, commits or nothing give no blobs', async () => {
  await using repository = await temporaryRepository();
  const head = await commit(repository, [], { 'a/b': '' });
  const files = await readTree(place(repository), head);
  const [empty = ''] = files.map(file => file.oid);
  const tree = await repository.git('rev-parse', `${head}^{tree}`);
  const blobs = await readBlobs(place(repository), [head, tree, 'f'.repeat(40), empty, empty]);
  expect([...blobs]).toEqual([[empty, Buffer.alloc(0)]]);
  expect(await readBlobs(place(repository), [])).toEqual(new Map());
});

test.each(['commit', 'tree', 'subtree'])(
  'a %s that is damaged is told as corruption',
  async kind => {
    await using repository = await temporaryRepository();
    const head = await commit(repository, [], { 'a/b': '1', c: '2' });
    const name = { commit: head, tree: `${head}^{tree}`, subtree: `${head}:a` }[kind] ?? '';
    const oid = await repository.git('rev-parse', name);
    await repository.asUser(() => rm(objectFile(repository, oid)));
    await expect(readTree(place(repository), head)).rejects.toMatchObject({
      code: 'CORRUPT',
      remedy: expect.any(String),
    });
  },
);

test('a ref is found by its whole name only', async () => {
  await using repository = await temporaryRepository();
  const head = await commit(repository, [], { x: '1' });
  await repository.git('update-ref', 'refs/tracker/a/b', head);
  expect(await readRef(place(repository), 'refs/tracker/a/b')).toBe(head);
  expect(await readRef(place(repository), 'refs/tracker/a')).toBeUndefined();
  expect(await readRef(place(repository), 'refs/tracker/a/')).toBeUndefined();
  expect(await readRef(place(repository), 'refs/tracker/a/*')).toBeUndefined();
  expect(await readRef(place(repository), 'refs/tracker/none')).toBeUndefined();
});

test('an ancestor is told from none, and from a commit that cannot be read', async () => {
  await using repository = await temporaryRepository();
  const first = await commit(repository, [], { x: '1' });
  const second = await commit(repository, [first], { x: '2' });
  expect(await isAncestor(place(repository), first, second)).toBe(true);
  expect(await isAncestor(place(repository), second, first)).toBe(false);
  expect(await isAncestor(place(repository), first, first)).toBe(true);
  await expect(isAncestor(place(repository), 'f'.repeat(40), second)).rejects.toMatchObject({
    code: 'GIT_FAILED',
  });
});
