import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type RepositoryOptions,
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { addCommit, type CommitOutcome, type NewCommit, type NewFile } from './commit.ts';
import { gitOutput } from './git.ts';
import type { Repository } from './repository.ts';

const ref = 'refs/heads/tracker-data';

function at({ gitDir }: TemporaryRepository): Repository {
  return { gitDir, ref, head: undefined };
}

function commitOf(parents: readonly string[], files: readonly NewFile[], actor = 'Ann'): NewCommit {
  return { parents, files, message: 'a message', actor, time: 1_700_000_000_500 };
}

function content(path: string, text: string): NewFile {
  return { path, content: Buffer.from(text) };
}

function append(path: string, text: string): NewFile {
  return { path, append: Buffer.from(text) };
}

function oidOf(outcome: CommitOutcome): string {
  if (outcome.kind !== 'committed') throw new Error(outcome.said);
  return outcome.oid;
}

async function add(
  repository: TemporaryRepository,
  parents: readonly string[],
  ...files: readonly NewFile[]
): Promise<string> {
  return oidOf(await addCommit(at(repository), commitOf(parents, files)));
}

const formats: readonly RepositoryOptions[] = [
  { objectFormat: 'sha1' },
  { objectFormat: 'sha256' },
];

test.each(formats)(
  'a commit has its files, its message, its parents and its author, in %j',
  async options => {
    await using repository = await temporaryRepository(options);
    const first = await add(repository, [], content('a/b', 'one'), content('c', 'two'));
    const second = await add(repository, [first], append('a/b', 'more\n'), append('new', 'x\n'));
    expect(await repository.git('rev-parse', ref)).toBe(second);
    expect(await repository.git('show', `${ref}:a/b`)).toBe('one\nmore');
    expect(await repository.git('show', `${ref}:c`)).toBe('two');
    expect(await repository.git('show', `${ref}:new`)).toBe('x');
    const format = '--format=%P|%s|%an|%ae|%at|%cn|%ct';
    expect(await repository.git('log', '-1', format, ref)).toBe(
      `${first}|a message|Ann||1700000000|Ann|1700000000`,
    );
    expect(await repository.git('fsck', '--strict', '--no-dangling')).toBe('');
  },
);

test('what is appended is what is there afterwards, whatever bytes it is', async () => {
  await using repository = await temporaryRepository();
  const bytes = Buffer.from([0, 255, 13, 10, 0xe2, 0x28, 10]);
  const first = await add(repository, [], { path: 'x', content: bytes });
  await add(repository, [first], { path: 'x', append: bytes });
  const read = await gitOutput(repository, ['cat-file', 'blob', `${ref}:x`]);
  expect(read).toEqual(Buffer.concat([bytes, bytes]));
});

test('a blob that is there already is put into the tree by its id', async () => {
  await using repository = await temporaryRepository();
  const oid = await repository.git('rev-parse', 'HEAD:README');
  await add(repository, [], { path: 'taken', oid });
  expect(await repository.git('rev-parse', `${ref}:taken`)).toBe(oid);
});

test.each(['a b', 'a"b', 'line\nD other', ' begins', 'é', '"quoted"', 'back\\slash', 'tab\there'])(
  'a file can be called %j, and nothing of it is a command',
  async path => {
    await using repository = await temporaryRepository();
    const first = await add(repository, [], content('other', 'kept'), content(path, 'one\n'));
    await add(repository, [first], append(path, 'two\n'));
    const names = await repository.git('ls-tree', '-z', '--name-only', ref);
    expect(names.split('\0').slice(0, -1).toSorted()).toEqual(['other', path].toSorted());
    expect(await repository.git('show', `${ref}:${path}`)).toBe('one\ntwo');
  },
);

test.each([
  ['Ann <ann@example.org>', 'Ann|ann@example.org'],
  ['<ann@example.org>', 'ann@example.org|ann@example.org'],
  ['Jörg 😀', 'Jörg 😀|'],
  ['> x <y', 'x  y|'],
  ['a\nauthor Mallory <m> 0 +0000\n\nb', 'a author Mallory  0 +0000  b|m'],
  ['\u0000\u001b[31m', '[31m|'],
  ['', 'tracker|'],
  ['<>', 'tracker|'],
  ['--x', '--x|'],
  ['.,;', '.,;|'],
])('the actor %j becomes the author %j', async (actor, author) => {
  await using repository = await temporaryRepository();
  oidOf(await addCommit(at(repository), commitOf([], [content('x', 'x')], actor)));
  expect(await repository.git('log', '-1', '--format=%an|%ae', ref)).toBe(author);
  expect(await repository.git('fsck', '--no-dangling')).toBe('');
});

test('of many that begin at one commit, one moves the branch; the others are refused', async () => {
  await using repository = await temporaryRepository();
  const first = await add(repository, [], content('x', ''));
  const racing = Array.from({ length: 8 }, (_, n) =>
    addCommit(at(repository), commitOf([first], [content(`file-${n}`, '')])),
  );
  const outcomes = await Promise.all(racing);
  const won = outcomes.filter(outcome => outcome.kind === 'committed');
  expect(won).toHaveLength(1);
  expect(await repository.git('rev-parse', ref)).toBe(won[0]?.oid);
  expect(await repository.git('rev-list', '--count', ref)).toBe('2');
});

test('of two that begin the branch, one wins', async () => {
  await using repository = await temporaryRepository();
  const racing = ['a', 'b'].map(name =>
    addCommit(at(repository), commitOf([], [content(name, '')])),
  );
  const kinds = (await Promise.all(racing)).map(outcome => outcome.kind);
  expect(kinds.toSorted()).toEqual(['committed', 'refused']);
});

test('a branch that was moved on is not moved back, and a merge moves it', async () => {
  await using repository = await temporaryRepository();
  const first = await add(repository, [], content('x', ''));
  const ours = await add(repository, [first], content('ours', ''));
  const late = await addCommit(at(repository), commitOf([first], [content('theirs', '')]));
  expect(late.kind).toBe('refused');
  expect(await repository.git('rev-parse', ref)).toBe(ours);
  await repository.git('update-ref', ref, first);
  const theirs = await add(repository, [first], content('theirs', ''));
  const merged = await add(repository, [theirs, ours], content('ours', ''));
  expect(await repository.git('log', '-1', '--format=%P', merged)).toBe(`${theirs} ${ours}`);
});

test('a lock on the ref refuses, says so, and is left as it is', async () => {
  await using repository = await temporaryRepository();
  const first = await add(repository, [], content('x', ''));
  await repository.write(`.git/${ref}.lock`, '');
  const outcome = await addCommit(at(repository), commitOf([first], [content('y', '')]));
  expect(outcome).toMatchObject({ kind: 'refused', said: expect.stringContaining('.lock') });
  expect(await repository.git('rev-parse', ref)).toBe(first);
});

type Damage = (file: string) => Promise<void>;

const damages: Record<string, Damage> = {
  missing: file => rm(file),
  empty: file => truncate(file, 0),
  'cut short': file => truncate(file, 12),
  'no object': file => rm(file).then(() => writeFile(file, 'no object')),
};

const objects = { commit: ref, tree: `${ref}^{tree}`, subtree: `${ref}:a`, blob: `${ref}:a/b` };

const cases = Object.entries(damages).flatMap(([damage, hurt]) =>
  Object.entries(objects).map(([kind, name]) => ({ damage, kind, name, hurt })),
);

test.each(cases)(
  'a $kind that is $damage fails with a remedy and moves nothing',
  async ({ name, hurt }) => {
    await using repository = await temporaryRepository();
    const first = await add(repository, [], content('a/b', 'one\n'.repeat(99)), content('c', ''));
    const oid = await repository.git('rev-parse', name);
    const file = join(repository.gitDir, 'objects', oid.slice(0, 2), oid.slice(2));
    await repository.asUser(() => hurt(file));
    const adding = addCommit(at(repository), commitOf([first], [append('a/b', 'two\n')]));
    await expect(adding).rejects.toMatchObject({
      code: 'CORRUPT',
      remedy: expect.any(String),
    });
    expect((await readFile(join(repository.gitDir, ref), 'utf8')).trim()).toBe(first);
    const left = await readdir(repository.gitDir, { recursive: true });
    expect(left.filter(path => /crash|tmp_|\.lock$|\.keep$/.test(path))).toEqual([]);
  },
);
