import { existsSync } from 'node:fs';
import { chmod, readdir, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject, type Project } from '../../fixtures/project.ts';
import { routeConfig } from '../../fixtures/route-config.ts';
import { generate } from './generate.ts';
import { recallRun } from './last-run.ts';

const relative = ({ folder }: Project, files: readonly string[]) =>
  files.map(file => file.slice(folder.length + 1)).sort();

const posts = {
  'package.json': '{}',
  'app/posts/route.get.config.ts': routeConfig(),
  'app/posts/[postId]/route.get.config.ts': routeConfig(),
  'app/posts/[postId]/route.put.config.ts': routeConfig(),
};

const generatedOfPosts = [
  'app/posts/[postId]/client.ts',
  'app/posts/[postId]/route.ts',
  'app/posts/[postId]/use-route-get.ts',
  'app/posts/[postId]/use-route-put.ts',
  'app/posts/client.ts',
  'app/posts/route.ts',
  'app/posts/use-route-get.ts',
];

test('the files of every route are written, and written no more', async () => {
  await using project = await createProject(posts);
  const first = await generate(project.folder);
  expect(relative(project, first.missing)).toEqual(generatedOfPosts);
  expect(first).toMatchObject({ routes: 2, stale: [], unchanged: 0, removed: [], problems: [] });
  const ignored = (await project.read('.gitignore')).trim().split('\n');
  expect(ignored).toHaveLength(7);

  const times = () => Promise.all(first.missing.map(async file => (await stat(file)).mtimeMs));
  const before = await times();
  const second = await generate(project.folder);
  expect(second).toMatchObject({ routes: 2, missing: [], stale: [], unchanged: 7, removed: [] });
  expect(second.ignoreFile).toBeUndefined();
  expect(await times()).toEqual(before);
});

test('URLs begin at the app folder, else at the root given, else at the folder given', async () => {
  await using project = await createProject({
    'package.json': '{}',
    'app/(shop)/posts/route.get.config.ts': routeConfig(),
    'routes/v1/users/route.get.config.ts': routeConfig(),
  });
  await generate(project.folder, { root: join(project.folder, 'routes', 'v1') });
  expect(await project.read('app/(shop)/posts/route.ts')).toContain("'/posts', get");
  expect(await project.read('routes/v1/users/route.ts')).toContain("'/users', get");
  await generate(join(project.folder, 'routes'));
  expect(await project.read('routes/v1/users/route.ts')).toContain("'/v1/users', get");
});

test('applications of one repository have URLs and names of their own', async () => {
  await using project = await createProject({
    'web/package.json': '{}',
    'web/app/posts/[id]/route.get.config.ts': routeConfig(),
    'web/app/users/route.get.config.ts': routeConfig(),
    'admin/package.json': '{}',
    'admin/src/app/posts/id/route.get.config.ts': routeConfig(),
    'admin/src/app/users/route.get.config.ts': routeConfig(),
  });
  const { missing, problems } = await generate(project.folder);
  expect(problems).toEqual([]);
  expect(missing).toHaveLength(12);
  expect(await project.read('web/app/posts/[id]/client.ts')).toContain('class PostsIdClient');
  expect(await project.read('admin/src/app/posts/id/client.ts')).toContain('class PostsIdClient');
  for (const app of ['web', 'admin']) {
    expect(await generate(join(project.folder, app))).toMatchObject({ stale: [], unchanged: 6 });
  }
});

describe('what is out of date', () => {
  test('is made again, and only that', async () => {
    await using project = await createProject(posts);
    await generate(project.folder);
    const content = await project.read('app/posts/client.ts');
    await project.write('app/posts/client.ts', `${content}\n`);
    await rm(join(project.folder, 'app/posts/route.ts'));
    const again = await generate(project.folder);
    expect(relative(project, again.stale)).toEqual(['app/posts/client.ts']);
    expect(relative(project, again.missing)).toEqual(['app/posts/route.ts']);
    expect(again.unchanged).toBe(5);
    expect(await project.read('app/posts/client.ts')).toBe(content);
  });

  test('is only told in a check', async () => {
    await using project = await createProject(posts);
    await generate(project.folder);
    await rm(join(project.folder, 'app/posts/[postId]/route.put.config.ts'));
    await rm(join(project.folder, 'app/posts/route.ts'));
    const before = await project.files();
    const checked = await generate(project.folder, { isCheck: true });
    expect(relative(project, checked.missing)).toEqual(['app/posts/route.ts']);
    expect(relative(project, checked.removed)).toEqual(['app/posts/[postId]/use-route-put.ts']);
    expect(relative(project, checked.stale)).toEqual([
      'app/posts/[postId]/client.ts',
      'app/posts/[postId]/route.ts',
    ]);
    expect(checked.ignoreFile).toBe(join(project.folder, '.gitignore'));
    expect(await project.files()).toEqual(before);
  });
});

describe('files of a config that has gone', () => {
  test('go too, with their lines in the ignore file', async () => {
    await using project = await createProject(posts);
    await generate(project.folder);
    await rm(join(project.folder, 'app/posts/route.get.config.ts'));
    const again = await generate(project.folder);
    expect(relative(project, again.removed)).toEqual(generatedOfPosts.slice(4));
    expect(await project.read('.gitignore')).not.toContain('/app/posts/route.ts');
    expect(await project.files()).not.toContain('app/posts/route.ts');
  });

  test('stay where they were not generated', async () => {
    await using project = await createProject({ ...posts, 'app/other/route.ts': 'mine' });
    expect((await generate(project.folder)).removed).toEqual([]);
    expect(await project.read('app/other/route.ts')).toBe('mine');
  });
});

describe('a file that was not generated', () => {
  test('is left, and told; all else is generated', async () => {
    await using project = await createProject({ ...posts, 'app/posts/route.ts': 'mine\n' });
    const { problems, missing } = await generate(project.folder);
    expect(problems).toMatchObject([
      {
        code: 'not-generated',
        severity: 'error',
        file: join(project.folder, 'app/posts/route.ts'),
      },
    ]);
    expect(missing).toHaveLength(6);
    expect(await project.read('app/posts/route.ts')).toBe('mine\n');
    expect(await project.read('.gitignore')).not.toContain('/app/posts/route.ts');
  });

  test('may be a folder, or a link to nowhere', async () => {
    await using project = await createProject({ ...posts, 'app/posts/route.ts/page.tsx': '' });
    await symlink('/nowhere/at/all', join(project.folder, 'app/posts/client.ts'));
    const { problems } = await generate(project.folder);
    expect(problems).toMatchObject([
      { code: 'not-written', reason: expect.stringContaining('EISDIR') },
    ]);
    expect(await project.read('app/posts/client.ts')).toContain('PostsClient');
  });
});

test('what is generated for a config with an error stays as it is, others are generated', async () => {
  await using project = await createProject(posts);
  await generate(project.folder);
  const before = await project.read('app/posts/[postId]/route.ts');
  await project.write('app/posts/[postId]/route.put.config.ts', 'export const handler = ;');
  await rm(join(project.folder, 'app/posts/client.ts'));
  const { problems, missing, removed, stale } = await generate(project.folder);
  expect(problems.map(({ file }) => file)).toContain(
    join(project.folder, 'app/posts/[postId]/route.put.config.ts'),
  );
  expect({ removed, stale }).toEqual({ removed: [], stale: [] });
  expect(relative(project, missing)).toEqual(['app/posts/client.ts']);
  expect(await project.read('app/posts/[postId]/route.ts')).toBe(before);
  expect((await project.read('.gitignore')).trim().split('\n')).toHaveLength(7);
});

describe('where one config of a folder has an error', () => {
  const broken = 'export const handler = ;';
  const renamed = routeConfig().replace('{ name: Type.String() }', '{ title: Type.String() }');

  test('the other methods are generated, and it once it is right', async () => {
    await using project = await createProject({
      ...posts,
      'app/posts/[postId]/route.put.config.ts': broken,
    });
    const { missing } = await generate(project.folder);
    expect(relative(project, missing)).toEqual(
      generatedOfPosts.filter(file => !file.endsWith('use-route-put.ts')),
    );
    expect(await project.read('app/posts/[postId]/client.ts')).not.toContain('putEndpoint');
    expect(await project.read('app/posts/[postId]/route.ts')).not.toContain('PUT');
    await project.write('app/posts/[postId]/route.put.config.ts', routeConfig());
    await generate(project.folder);
    expect(await project.files()).toContain('app/posts/[postId]/use-route-put.ts');
    expect(await project.read('app/posts/[postId]/client.ts')).toContain('async put(');
  });

  test('what was generated for it stays while the others change', async () => {
    const schemas = "import { Type } from 'typebox';\nexport const post = Type.Object({});\n";
    const dependent = `import { post as found } from './schemas.ts';
import { Type, type TObject } from 'typebox';
export { requestValidator, handler } from './server.ts';
// many of
// them
const get: TObject = found;
const pattern = \`\n      kept as it is\n    \`;
export const responseValidator = Type.Array(Type.Object({ get, at: Type.String({ pattern }) }));
`;
    await using project = await createProject({
      ...posts,
      'app/posts/[postId]/schemas.ts': schemas,
      'app/posts/[postId]/server.ts': routeConfig(),
      'app/posts/[postId]/route.put.config.ts': dependent,
    });
    expect((await generate(project.folder)).problems).toEqual([]);
    const before = await project.files();
    const client = await project.read('app/posts/[postId]/client.ts');
    await project.write('app/posts/[postId]/route.put.config.ts', broken);
    const first = await generate(project.folder);
    expect(first).toMatchObject({ missing: [], stale: [], removed: [], unchanged: 7 });

    await project.write('app/posts/[postId]/route.get.config.ts', renamed);
    const second = await generate(project.folder);
    expect(relative(project, second.stale)).toEqual(['app/posts/[postId]/client.ts']);
    expect(await project.files()).toEqual(before);
    expect(await project.read('app/posts/[postId]/client.ts')).toBe(
      client.replace('{ name: Type.String() }', '{ title: Type.String() }'),
    );
  });

  test('a file whose name only looks like one keeps no route from being generated', async () => {
    await using project = await createProject({
      ...posts,
      'app/posts/route.GET.config.ts': '',
      'app/posts/route.fetch.config.ts': '',
    });
    const { missing, problems } = await generate(project.folder);
    expect(relative(project, missing)).toEqual(generatedOfPosts);
    expect(problems.map(({ code }) => code)).toEqual(['unknown-method', 'unknown-method']);
  });

  test('what was generated for another that is gone goes', async () => {
    await using project = await createProject(posts);
    await generate(project.folder);
    await project.write('app/posts/[postId]/route.get.config.ts', broken);
    await rm(join(project.folder, 'app/posts/[postId]/route.put.config.ts'));
    const { removed } = await generate(project.folder);
    expect(relative(project, removed)).toEqual(['app/posts/[postId]/use-route-put.ts']);
    expect(await project.read('app/posts/[postId]/route.ts')).toContain("'GET'");
    expect(await project.read('app/posts/[postId]/client.ts')).not.toContain('putEndpoint');
  });
});

// Root reads what it likes.
describe.skipIf(process.getuid?.() === 0)('what may not be read is told, and loses nothing', () => {
  test.each([
    ['a folder', 'app/posts', '.'],
    ['an ignore file above', '.gitignore', 'app'],
  ])('%s', async (_, closed, below) => {
    await using project = await createProject(posts);
    await generate(project.folder);
    const before = await project.read('.gitignore');
    const files = await project.files();
    const path = join(project.folder, closed);
    const { mode } = await stat(path);
    await chmod(path, 0);
    const { problems } = await generate(join(project.folder, below));
    await chmod(path, mode);
    expect(problems.map(({ code }) => code)).toContain('unreadable');
    expect(await project.read('.gitignore')).toBe(before);
    expect(await project.files()).toEqual(files);
  });
});

test('a folder that is not there is wrong usage', async () => {
  await using project = await createProject({ file: '' });
  for (const name of ['gone', 'file']) {
    await expect(generate(join(project.folder, name))).rejects.toMatchObject({ code: 'RH_USAGE' });
  }
});

describe('where there is a node_modules, the last run is kept', () => {
  /** Only once the files are old enough for their times to tell one change from another. */
  async function createKeptProject(): Promise<Project> {
    const project = await createProject({ ...posts, 'node_modules/x/package.json': '{}' });
    const kept = join(project.folder, 'node_modules', '.cache', 'route-handlers');
    do await generate(project.folder);
    while (!existsSync(kept));
    return project;
  }

  test('and recalled', async () => {
    await using project = await createKeptProject();
    const { folder } = project;
    const record = recallRun({ folder, root: folder });
    expect(record).toEqual({ routes: 2, files: 7 });
    expect(await generate(folder)).toMatchObject({ routes: 2, unchanged: 7, missing: [] });
  });

  test.each([
    ['another config', 'app/more/route.get.config.ts', routeConfig()],
    ['a changed config', 'app/posts/route.get.config.ts', `${routeConfig()}// changed\n`],
    ['a changed file of ours', 'app/posts/client.ts', '// Generated by route-handlers from x'],
    ['a tsconfig.json', 'tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }'],
    ['an ignore file', '.gitignore', 'dist/\n'],
    ['an ignore file below', 'app/.gitignore', 'posts/\n'],
    ['another package', 'app/package.json', '{}'],
  ])('but not after %s', async (_, path, content) => {
    await using project = await createKeptProject();
    const { folder } = project;
    await project.write(path, content);
    expect(recallRun({ folder, root: folder })).toBeUndefined();
  });

  test('but not where a file is deleted', async () => {
    await using project = await createKeptProject();
    const { folder } = project;
    await rm(join(folder, 'app/posts/client.ts'));
    expect(await generate(folder)).toMatchObject({
      missing: [join(folder, 'app/posts/client.ts')],
    });
  });

  test('but not where what was kept is damaged', async () => {
    await using project = await createKeptProject();
    const { folder } = project;
    const kept = join('node_modules', '.cache', 'route-handlers');
    const [name = ''] = await readdir(join(folder, kept));
    for (const content of ['', '{ "routes"']) {
      await project.write(join(kept, name), content);
      expect(recallRun({ folder, root: folder })).toBeUndefined();
      expect(await generate(folder)).toMatchObject({ routes: 2, unchanged: 7 });
    }
  });

  test('but not where a config has an error, which is told each time', async () => {
    await using project = await createKeptProject();
    await project.write('app/posts/route.get.config.ts', 'oops =');
    for (const _ of [1, 2, 3]) {
      expect((await generate(project.folder)).problems.length).toBeGreaterThan(0);
    }
  });
});
