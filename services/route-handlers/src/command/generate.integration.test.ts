import { access, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPackage } from '../../fixtures/installed-package.ts';
import { createProject, type Project } from '../../fixtures/project.ts';
import { routeConfig } from '../../fixtures/route-config.ts';

const patience = { timeout: 60_000, interval: 20 };

let home: Project;
let command: string;
let count = 0;

beforeAll(async () => {
  home = await createProject({});
  command = await installPackage(home.folder);
});
afterAll(() => home?.[Symbol.asyncDispose]());

/** A project of one route beside the installed package. */
async function createRoute(): Promise<{ folder: string; path: (file: string) => string }> {
  const name = `project-${count++}`;
  await home.write(join(name, 'package.json'), '{}');
  await home.write(join(name, 'app/posts/route.get.config.ts'), routeConfig());
  const folder = join(home.folder, name);
  return { folder, path: file => join(name, file) };
}

const run = (folder: string, ...argv: readonly string[]) =>
  execa(process.execPath, [command, 'generate', ...argv], {
    cwd: folder,
    reject: false,
    timeout: 60_000,
  });

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

test('a second run writes nothing, and a check agrees until something changes', async () => {
  const { folder, path } = await createRoute();
  const names = ['route.ts', 'client.ts', 'use-route-get.ts'].map(name => `app/posts/${name}`);
  const times = () =>
    Promise.all(
      ['.gitignore', ...names.map(path)].map(async name => {
        const { mtimeMs, ino } = await stat(join(home.folder, name));
        return [name, mtimeMs, ino];
      }),
    );
  await home.write('.gitignore', 'node_modules/\n');
  const first = await run(folder);
  expect(first.stdout).toBe('1 route: 3 files written, 0 unchanged, 0 removed');
  const before = await times();
  for (const _ of [1, 2]) {
    const again = await run(folder);
    expect(again.stdout).toBe('1 route: 0 files written, 3 unchanged, 0 removed');
  }
  expect(await times()).toEqual(before);
  expect((await run(folder, '--check')).exitCode).toBe(0);

  await home.write(path('app/posts/route.put.config.ts'), routeConfig());
  const checked = await run(folder, '--check');
  expect(checked.exitCode).toBe(1);
  expect(checked.stdout).toContain('app/posts/route.ts is stale\n');
  expect(await times()).toEqual(before);
});

describe('--watch', () => {
  test('follows new folders, changes, errors and deletions until it is told to stop', async () => {
    const { folder, path } = await createRoute();
    await using watching = startWatching(folder);
    const file = (name: string) => join(folder, 'app', name);
    await expect.poll(watching.stdout, patience).toContain('Watching for changes\n');
    expect(await exists(file('posts/client.ts'))).toBe(true);

    await home.write(path('app/new/deep/route.post.config.ts'), routeConfig());
    await expect.poll(() => exists(file('new/deep/use-route-post.ts')), patience).toBe(true);

    await home.write(path('app/posts/route.get.config.ts'), 'export const handler = ;');
    await expect
      .poll(watching.stderr, patience)
      .toContain('app/posts/route.get.config.ts:1:24 error');
    expect(await exists(file('posts/client.ts'))).toBe(true);

    await rm(file('new/deep/route.post.config.ts'));
    await expect.poll(() => exists(file('new/deep/client.ts')), patience).toBe(false);

    await home.write(path('app/posts/route.get.config.ts'), routeConfig());
    await rename(file('posts/route.get.config.ts'), file('posts/route.head.config.ts'));
    await expect.poll(() => exists(file('posts/use-route-head.ts')), patience).toBe(true);
    await expect.poll(() => exists(file('posts/use-route-get.ts')), patience).toBe(false);

    await rm(file('posts/client.ts'));
    await expect.poll(() => exists(file('posts/client.ts')), patience).toBe(true);
  });

  test('takes a folder that is renamed under its hands for no error', async () => {
    const { folder, path } = await createRoute();
    await using watching = startWatching(folder);
    await expect.poll(watching.stdout, patience).toContain('Watching for changes\n');
    const names = Array.from({ length: 150 }, (_, n) => `many/n${n}`);
    for (const name of names) {
      await home.write(path(`app/${name}/route.get.config.ts`), routeConfig());
    }
    await rename(join(folder, 'app/many'), join(folder, 'app/more'));
    const clients = names.map(name =>
      join(folder, 'app', name.replace('many', 'more'), 'client.ts'),
    );
    await expect
      .poll(async () => (await Promise.all(clients.map(exists))).every(Boolean), patience)
      .toBe(true);
    await rm(join(folder, 'app/more'), { recursive: true });
    await expect.poll(() => home.read('.gitignore'), patience).not.toMatch(/\/(?:many|more)\//);
    expect(watching.stderr()).toBe('');
  });

  test('heeds ignore files, and says when what was wrong is right', async () => {
    const { folder, path } = await createRoute();
    await home.write(path('.gitignore'), 'drafts/\n');
    await home.write(path('app/drafts/route.get.config.ts'), 'oops =');
    await using watching = startWatching(folder);
    await expect.poll(watching.stdout, patience).toContain('Watching for changes\n');
    await home.write(path('.gitignore'), '');
    await expect.poll(watching.stderr, patience).toContain('drafts/route.get.config.ts:1');
    await rm(join(folder, 'app/drafts/route.get.config.ts'));
    await expect
      .poll(watching.stdout, patience)
      .toMatch(/0 files written, 3 unchanged, 0 removed\n$/);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 on %s', async signal => {
    const { folder } = await createRoute();
    await using watching = startWatching(folder);
    await expect.poll(watching.stdout, patience).toContain('Watching for changes\n');
    expect(await watching.end(signal)).toMatchObject({ exitCode: 0 });
  });
});

/** The command watching a folder, ended with the test. */
function startWatching(folder: string) {
  const child = execa(process.execPath, [command, 'generate', '--watch'], {
    cwd: folder,
    reject: false,
    timeout: 110_000,
    killSignal: 'SIGKILL',
  });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', data => {
      written[stream] += data;
    });
  }
  return {
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return child;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child;
    },
  };
}
