import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProject, type Project } from '../../fixtures/project.ts';
import { updateIgnoreFile } from './ignore-file.ts';

/** Updates for these files of the folder `app`, which are there unless they are `removed`. */
function update(project: Project, files: readonly string[], removed: readonly string[] = []) {
  const absolute = (path: string) => join(project.folder, path);
  const lists = { generated: files.map(absolute), removed: removed.map(absolute) };
  return updateIgnoreFile(absolute('app'), lists, { isCheck: false });
}

const route = 'app/posts/[postId]/route.ts';
const routeLine = '/app/posts/\\[postId\\]/route.ts';

test('each file gets an exact line in the nearest ignore file, once', async () => {
  await using project = await createProject({ '.gitignore': 'dist/\n', 'app/page.tsx': '' });
  expect(update(project, [route, 'app/client.ts'])).toMatchObject({
    isChanged: true,
    problems: [],
  });
  const content = `dist/\n/app/client.ts\n${routeLine}\n`;
  expect(await project.read('.gitignore')).toBe(content);
  expect(update(project, [route, 'app/client.ts'])).toMatchObject({ isChanged: false });
  expect(await project.read('.gitignore')).toBe(content);
});

test('one in the generate folder is nearer than the repository', async () => {
  await using project = await createProject({ '.gitignore': '', 'app/.gitignore': '' });
  update(project, [route]);
  expect(await project.read('app/.gitignore')).toBe('/posts/\\[postId\\]/route.ts\n');
  expect(await project.read('.gitignore')).toBe('');
});

test('where there is none it is made in the generate folder', async () => {
  await using project = await createProject({ 'app/page.tsx': '' });
  update(project, [route]);
  expect(await project.read('app/.gitignore')).toBe('/posts/\\[postId\\]/route.ts\n');
});

test('nothing above the repository is touched', async () => {
  await using project = await createProject({ '.gitignore': 'x\n', 'inner/app/page.tsx': '' });
  await mkdir(join(project.folder, 'inner', '.git'));
  const file = join(project.folder, 'inner', 'app', 'route.ts');
  const lists = { generated: [file], removed: [] };
  updateIgnoreFile(join(project.folder, 'inner', 'app'), lists, { isCheck: false });
  expect(await project.read('.gitignore')).toBe('x\n');
  expect(await project.read('inner/app/.gitignore')).toBe('/route.ts\n');
});

describe('nothing is added for what is ignored already', () => {
  test.each([
    ['by name', 'route.ts\n'],
    ['by a pattern', 'app/**/route.ts\n'],
    ['by its folder', 'app/posts/\n'],
  ])('%s', async (_, content) => {
    await using project = await createProject({ '.gitignore': content, 'app/page.tsx': '' });
    expect(update(project, [route])).toMatchObject({ isChanged: false });
  });

  test('by an ignore file below', async () => {
    await using project = await createProject({
      '.gitignore': '',
      'app/posts/.gitignore': 'route.ts\n',
    });
    expect(update(project, [route])).toMatchObject({ isChanged: false });
  });

  test('but for what an ignore file below takes back', async () => {
    await using project = await createProject({
      '.gitignore': 'route.ts\n',
      'app/posts/.gitignore': '!route.ts\n',
    });
    expect(update(project, [route])).toMatchObject({ isChanged: true });
  });
});

describe('the form of the file is kept', () => {
  test.each([
    ['a last line without end', 'dist/', `dist/\n${routeLine}\n`],
    ['CRLF', 'dist/\r\n', `dist/\r\n${routeLine}\r\n`],
    ['CRLF without end', 'a\r\ndist/', `a\r\ndist/\r\n${routeLine}\r\n`],
    ['blank lines and comments', '# ours\n\n\n', `# ours\n\n\n${routeLine}\n`],
  ])('%s', async (_, before, after) => {
    await using project = await createProject({ '.gitignore': before, 'app/page.tsx': '' });
    update(project, [route]);
    expect(await project.read('.gitignore')).toBe(after);
  });

  test('bytes that are no UTF-8', async () => {
    await using project = await createProject({ 'app/page.tsx': '' });
    const file = join(project.folder, '.gitignore');
    await writeFile(file, Buffer.from([0xe9, 0x0a]));
    update(project, [route]);
    expect((await readFile(file)).subarray(0, 2)).toEqual(Buffer.from([0xe9, 0x0a]));
  });

  test('permissions, and a link to another file', async () => {
    await using project = await createProject({ 'shared-ignore': '', 'app/page.tsx': '' });
    const target = join(project.folder, 'shared-ignore');
    await writeFile(target, 'dist/\n', { mode: 0o600 });
    await symlink(target, join(project.folder, '.gitignore'));
    const { mode } = await stat(target);
    update(project, [route]);
    expect(await project.read('shared-ignore')).toBe(`dist/\n${routeLine}\n`);
    expect((await stat(target)).mode).toBe(mode);
  });
});

describe('lines of files that are gone', () => {
  test('are taken out, those of others left', async () => {
    const others = '# app\n/app/gone/page.ts\nroute.js\n/lib/gone/route.ts\n!/app/x/route.ts\n';
    await using project = await createProject({
      '.gitignore': `${others}/app/gone/route.ts\n/app/\\[gone\\]/client.ts\n`,
      'app/page.tsx': '',
    });
    update(project, []);
    expect(await project.read('.gitignore')).toBe(others);
  });

  test('are kept while a file is there, though it is not generated now', async () => {
    const content = '/app/broken/route.ts\n';
    await using project = await createProject({ '.gitignore': content, 'app/broken/route.ts': '' });
    expect(update(project, [])).toMatchObject({ isChanged: false });
  });

  test('are taken out in a check only in thought', async () => {
    await using project = await createProject({ '.gitignore': '/app/gone/route.ts\n' });
    await mkdir(join(project.folder, 'app'));
    const lists = { generated: [], removed: [] };
    const folder = join(project.folder, 'app');
    expect(updateIgnoreFile(folder, lists, { isCheck: true })).toMatchObject({ isChanged: true });
    expect(await project.read('.gitignore')).toBe('/app/gone/route.ts\n');
  });
});

test('what can not be read is a problem', async () => {
  await using project = await createProject({ '.gitignore/folder': '', 'app/page.tsx': '' });
  expect(update(project, [route])).toMatchObject({
    isChanged: false,
    problems: [
      { code: 'ignore-file', severity: 'error', file: join(project.folder, '.gitignore') },
    ],
  });
});

test('Git ignores those files and no others, whatever their folders are called', async () => {
  const name = fc
    .string({ unit: fc.constantFrom(...'[]*?!#\\ a-é.()…🎉'), minLength: 1, maxLength: 5 })
    .filter(text => !/^\.\.?$/.test(text));
  await using project = await createProject({ 'app/page.tsx': '' });
  await execa('git', ['init', '--quiet', project.folder]);
  const names = fc.sample(name, { numRuns: 200, seed: 5 });
  const files = names.map(folder => `app/x${folder}/route.ts`);
  update(project, files);
  const beside = names.flatMap(folder => [`app/x${folder}/page.ts`, `app/y/x${folder}/route.ts`]);
  const { stdout } = await execa('git', ['check-ignore', '--stdin', '-z', '--no-index'], {
    cwd: project.folder,
    input: [...files, ...beside].join('\0'),
  });
  const ignored = new Set(stdout.split('\0').filter(path => path !== ''));
  expect(ignored).toEqual(new Set(files));
});
