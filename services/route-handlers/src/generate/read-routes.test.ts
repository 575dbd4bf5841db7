import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProject } from '../../fixtures/project.ts';
import { readRoutes } from './read-routes.ts';

const config = 'export const requestValidator = 1, responseValidator = 2, handler = 3;';

/** Paths of the routes of these folders, and problems. */
async function read(
  folders: readonly string[],
  { dir = '.', root, marks = [] }: { dir?: string; root?: string; marks?: readonly string[] } = {},
) {
  const files = folders.map(folder => [join(folder, 'route.get.config.ts'), config] as const);
  const others = marks.map(mark => [mark, '{}'] as const);
  await using project = await createProject(Object.fromEntries([...files, ...others]));
  const options = root === undefined ? {} : { root: join(project.folder, root) };
  const { routes, problems } = await readRoutes(join(project.folder, dir), options);
  return {
    paths: routes.map(({ path }) => path),
    told: problems.map(
      ({ code, file, reason }) =>
        `${code} ${file.slice(project.folder.length + 1)}: ${reason.replaceAll(project.folder, '')}`,
    ),
  };
}

it.each<[string, Parameters<typeof read>[1] & object, string, string]>([
  ['the folder that is read', {}, 'api/posts', '/api/posts'],
  ['the folder that is read, below another', { dir: 'api' }, 'api/posts', '/posts'],
  ['another folder that is asked for', { dir: 'api/posts', root: 'api' }, 'api/posts', '/posts'],
  ['app beside a package.json', { marks: ['package.json'] }, 'app/posts', '/posts'],
  ['app, read from inside', { marks: ['package.json'], dir: 'app/posts' }, 'app/posts', '/posts'],
  ['src/app beside a package.json', { marks: ['package.json'] }, 'src/app/posts', '/posts'],
  ['the folder that is read, with an app of nothing', {}, 'app/posts', '/app/posts'],
  [
    'the nearest app',
    { marks: ['package.json', 'app/web/package.json'] },
    'app/web/app/posts',
    '/posts',
  ],
  [
    'app with a package.json of its own',
    { marks: ['package.json', 'app/package.json'] },
    'app/posts',
    '/posts',
  ],
  [
    'a package among others',
    { marks: ['package.json', 'packages/web/package.json'] },
    'packages/web/app/x',
    '/x',
  ],
  [
    'app, not one inside it',
    { marks: ['package.json'] },
    'app/admin/app/posts',
    '/admin/app/posts',
  ],
  [
    'app, where another folder is asked for',
    { marks: ['package.json'], root: '.', dir: 'app' },
    'app/posts',
    '/posts',
  ],
  [
    'a folder in app that is asked for',
    { marks: ['package.json'], root: 'app/routes' },
    'app/routes/posts',
    '/posts',
  ],
])('takes URLs from %s', async (_, options, folder, path) => {
  expect(await read([folder], options)).toEqual({ paths: [path], told: [] });
});

it('tells of folders that make no path, and reads the others', async () => {
  expect(await read(['a', '[...rest]/b', 'feed/(.)photo'])).toEqual({
    paths: ['/a'],
    told: [
      'bad-path [...rest]/b/route.get.config.ts: the catch-all "[...rest]" is not at the end',
      'bad-path feed/(.)photo/route.get.config.ts: "(.)photo" intercepts another route, and has no URL of its own',
    ],
  });
});

it('tells of a folder outside the root of URLs', async () => {
  const { paths, told } = await read(['a/posts'], { dir: 'a', root: 'b' });
  expect(paths).toEqual([]);
  expect(told).toEqual([
    'outside-root a/posts/route.get.config.ts: it lies outside of the root of URLs, /b',
  ]);
});

it('tells of folders that can not stand beside each other, and reads the first', async () => {
  expect(await read(['(a)/posts', '(b)/posts', '[id]', '[slug]/x'])).toEqual({
    paths: ['/posts', '/[id]'],
    told: [
      'path-conflict (b)/posts/route.get.config.ts: GET /posts is there twice; the other folder is /(a)/posts',
      'path-conflict [slug]/x/route.get.config.ts: one dynamic segment is named "id" in /[id] and "slug" in /[slug]/x; the other folder is /[id]',
    ],
  });
});

it('tells of a config that can not be read, and reads the others', async () => {
  await using project = await createProject({ 'a/route.get.config.ts': config });
  const { folder } = project;
  await symlink('nowhere', join(folder, 'route.get.config.ts'));
  await mkdir(join(folder, '.gitignore'));
  const { routes, problems } = await readRoutes(join(folder, '.'));
  expect(routes.map(({ path }) => path)).toEqual(['/a']);
  expect(problems).toEqual([
    {
      code: 'unreadable',
      severity: 'error',
      file: join(folder, 'route.get.config.ts'),
      line: 1,
      column: 1,
      reason: expect.stringContaining('ENOENT'),
    },
  ]);
  expect((await readRoutes(join(folder, 'a'))).problems).toEqual([]);
});
