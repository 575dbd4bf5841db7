import { execFileSync } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from './replace-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replace-file-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('a pipe is written to, and stays a pipe', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [read] = await Promise.all([readFile(pipe, 'utf8'), replaceFile(pipe, 'all')]);
  expect(read).toBe('all');
  expect((await lstat(pipe)).isFIFO()).toBe(true);
  expect(await readdir(folder)).toEqual(['pipe']);
});

test('the rights of the file that was there are kept, though new files get fewer', async () => {
  const file = join(folder, 'file');
  await writeFile(file, 'before');
  await chmod(file, 0o666);
  await replaceFile(file, 'after');
  expect((await stat(file)).mode & 0o777).toBe(0o666);
});

test('a link stays, and what it leads to is replaced', async () => {
  await writeFile(join(folder, 'file'), 'before');
  await symlink('file', join(folder, 'link'));
  await replaceFile(join(folder, 'link'), 'after');
  expect((await lstat(join(folder, 'link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('after');
});

test('a file that only its owner may read stays so', async () => {
  const file = join(folder, 'file');
  await writeFile(file, 'before');
  await chmod(file, 0o600);
  await replaceFile(file, 'after');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a folder is refused, and nothing is left beside it', async () => {
  await expect(replaceFile(folder, 'all')).rejects.toMatchObject({ code: 'FILE' });
  await expect(stat(`${folder}.${process.pid}.part`)).rejects.toMatchObject({ code: 'ENOENT' });
});
