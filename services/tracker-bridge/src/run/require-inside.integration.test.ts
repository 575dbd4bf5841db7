import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireInside } from './require-inside.ts';

let folder: string;
let root: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'inside-')));
  root = join(folder, 'root');
  await mkdir(join(root, 'sub'), { recursive: true });
  await mkdir(join(folder, 'root-beside'));
  await writeFile(join(folder, 'file'), '');
  await symlink(folder, join(root, 'up'));
  await symlink(join(root, 'sub'), join(root, 'down'));
  await symlink(join(folder, 'nowhere'), join(root, 'dangling'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['.', '.'],
  ['sub', 'sub'],
  ['down', 'sub'],
  ['sub/../sub', 'sub'],
  ['..sub', '..sub'],
  ['not/there/yet', 'not/there/yet'],
])('%s is inside', async (path, expected) => {
  const found = await requireInside([root], { field: 'cwd', path });
  expect(found).toBe(join(root, expected));
});

test('an absolute path is, in any of the roots', async () => {
  const beside = join(folder, 'root-beside');
  expect(await requireInside([root, beside], { field: 'cwd', path: beside })).toBe(beside);
});

test.each([
  '..',
  '../root-beside',
  '../file',
  '/',
  '/etc',
  'up',
  'up/file',
  'up/not/there',
  'dangling',
  'dangling/below',
  'sub/../../file',
  'a\0b',
])('%j is not', async path => {
  const asked = requireInside([root], { field: 'cwd', path });
  await expect(asked).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('cwd'),
  });
});
