import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { createProject } from '../../fixtures/project.ts';
import { findConfigs } from './find-configs.ts';

async function found(
  files: readonly string[],
  contents: Readonly<Record<string, string>> = {},
  below = '.',
) {
  const empty = Object.fromEntries(files.map(file => [file, '']));
  await using project = await createProject({ ...empty, ...contents });
  return foundIn(join(project.folder, below));
}

function foundIn(folder: string) {
  const { folders, generated, problems } = findConfigs(folder);
  return {
    configs: folders.flatMap(one =>
      one.configs.map(({ file }) => relative(folder, join(one.folder, file))),
    ),
    generated: generated.map(file => relative(folder, file)).sort(),
    told: problems.map(
      ({ code, severity, file, reason }) =>
        `${severity} ${code} ${relative(folder, file)}: ${reason}`,
    ),
  };
}

it('finds the configs of all methods, in their order, and files with the names of generated ones', async () => {
  expect(
    await found([
      'route.put.config.ts',
      'route.get.config.ts',
      'route.head.config.ts',
      'route.ts',
      'a/client.ts',
      'a/use-route-get.ts',
      'a/use-route-other.ts',
      'b/c/[d]/(e)/@f/route.options.config.ts',
      'z.ts',
      'my-route.get.config.ts',
      'route.config.ts',
      'route.get.ts',
    ]),
  ).toEqual({
    configs: [
      'route.get.config.ts',
      'route.put.config.ts',
      'route.head.config.ts',
      'b/c/[d]/(e)/@f/route.options.config.ts',
    ],
    generated: ['a/client.ts', 'a/use-route-get.ts', 'route.ts'],
    told: [],
  });
});

it('leaves out node_modules, dot folders and private folders', async () => {
  const folders = ['node_modules/a', '.next/a', '_lib', 'a/_b/c', 'a/node_modules'];
  const { configs } = await found([...folders, 'a'].map(folder => `${folder}/route.get.config.ts`));
  expect(configs).toEqual(['a/route.get.config.ts']);
});

it('leaves out what is ignored, by the files of the repository from its root down', async () => {
  const folders = ['a', 'b', 'sub/a', 'sub/c', 'sub/dist', 'sub/keep', 'sub/deep/only', 'only'];
  const contents = {
    '.gitignore': '/a\ndist/\nkeep\nroute.ts\n',
    'sub/.gitignore': '# comment\nc/**\n!keep\n/deep/only\n',
  };
  const files = folders.map(folder => `${folder}/route.get.config.ts`);
  const expected = ['b', 'only', 'sub/a', 'sub/keep'].map(
    folder => `${folder}/route.get.config.ts`,
  );
  expect((await found(files, contents)).configs).toEqual(expected);
  expect((await found(files, contents, 'sub')).configs).toEqual([
    'a/route.get.config.ts',
    'keep/route.get.config.ts',
  ]);
});

it('reads an ignored folder that it is given', async () => {
  const files = ['out/route.get.config.ts', 'out/a/route.get.config.ts'];
  expect((await found(files, { '.gitignore': 'out/\n' }, 'out')).configs).toHaveLength(2);
});

it('agrees with Git', async () => {
  const folders = [
    'a/b',
    'a/c',
    'a/b/d',
    'x/a/b',
    'build',
    'x/build',
    'x/y/tmp',
    'x/y/z',
    'x/a/b/deep',
    'Build',
    'f o o',
  ];
  const contents = {
    '.gitignore': 'a/b\nbuild\n!x/build\n**/tmp\nf\\ o\\ o/\n',
    'x/.gitignore': '!a/b\ny/*\n!y/z\n',
  };
  const files = Object.fromEntries(folders.map(folder => [`${folder}/route.get.config.ts`, '']));
  await using project = await createProject({ ...files, ...contents });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.excludesFile=/dev/null', ...args], {
      cwd: project.folder,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  const kept = git('ls-files', '-z', '--others', '--exclude-standard').split('\0');
  const expected = kept.filter(file => file.endsWith('config.ts')).sort();
  expect(foundIn(project.folder).configs.sort()).toEqual(expected);
});

it('follows no link to a folder, and takes a link to a file', async () => {
  await using project = await createProject({ 'a/route.get.config.ts': '' });
  const { folder } = project;
  await symlink(folder, join(folder, 'a', 'circle'));
  await mkdir(join(folder, 'b'));
  await symlink(join(folder, 'a', 'route.get.config.ts'), join(folder, 'b', 'route.put.config.ts'));
  await mkdir(join(folder, 'c', 'route.get.config.ts'), { recursive: true });
  expect(foundIn(folder).configs).toEqual(['a/route.get.config.ts', 'b/route.put.config.ts']);
});

it('tells of names that are nearly those of a config', async () => {
  const { told, configs } = await found([
    'route.GET.config.ts',
    'route.fetch.config.ts',
    'route.get.put.config.ts',
    'route.get.config.tsx',
    'route.get.config.js',
    'route.put.config.mts',
    'route.get.config.test.ts',
    'route.get.config.json',
  ]);
  expect(configs).toEqual([]);
  expect(told.sort()).toEqual([
    'error unknown-method route.GET.config.ts: the method is to be in lower case: "get", not "GET"',
    'error unknown-method route.fetch.config.ts: "fetch" is no method',
    'error unknown-method route.get.put.config.ts: "get.put" is no method',
    'warning not-typescript route.get.config.js: a config that ends in .js is not read',
    'warning not-typescript route.get.config.tsx: a config that ends in .tsx is not read',
    'warning not-typescript route.put.config.mts: a config that ends in .mts is not read',
  ]);
});
