import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createProject, type Project } from '../../fixtures/project.ts';
import { routeConfig } from '../../fixtures/route-config.ts';
import { main } from './main.ts';

/** Runs the command in a project's folder, with what it writes. */
async function run(project: Project, ...argv: readonly string[]) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const told = { stdout: text(stdout), stderr: text(stderr) };
  const code = await main(argv, {
    stdout,
    stderr,
    cwd: () => project.folder,
    on: (...args) => process.on(...args),
    off: (...args) => process.off(...args),
  });
  stdout.end();
  stderr.end();
  return { code, stdout: await told.stdout, stderr: await told.stderr };
}

const config = 'app/posts/route.get.config.ts';

test('what was done is told on stdout', async () => {
  await using project = await createProject({ 'package.json': '{}', [config]: routeConfig() });
  expect(await run(project, 'generate')).toEqual({
    code: 0,
    stdout: '1 route: 3 files written, 0 unchanged, 0 removed\n',
    stderr: '',
  });
  await project.write('app/users/route.get.config.ts', routeConfig());
  expect((await run(project, 'generate', 'app')).stdout).toBe(
    '2 routes: 3 files written, 3 unchanged, 0 removed\n',
  );
});

test('problems are told on stderr by file, with what to do, and exit with 1', async () => {
  await using project = await createProject({
    [config]: routeConfig(),
    'app/posts/route.ts': 'mine',
    'app/a/route.fetch.config.ts': '',
  });
  const { code, stdout, stderr } = await run(project, 'generate');
  expect(code).toBe(1);
  expect(stdout).toBe('1 route: 2 files written, 0 unchanged, 0 removed\n');
  expect(stderr).toBe(
    [
      'app/a/route.fetch.config.ts:1:1 error: "fetch" is no method',
      '  name it route.<method>.config.ts with get, post, put, delete, patch, options or head',
      'app/posts/route.ts:1:1 error: it was not generated, so it is not overwritten',
      '  move it away, or delete it, so that it can be generated',
      '',
    ].join('\n'),
  );
});

test('a folder name that would steer a terminal is shown escaped', async () => {
  await using project = await createProject({ 'a\u001b[31m/route.fetch.config.ts': '' });
  const { stderr } = await run(project, 'generate');
  expect(stderr).toContain('a\\u001b[31m/route.fetch.config.ts:1:1');
});

describe('--check', () => {
  test('lists what is out of date, writes nothing and exits with 1', async () => {
    await using project = await createProject({ 'package.json': '{}', [config]: routeConfig() });
    expect(await run(project, 'generate', '--check')).toEqual({
      code: 1,
      stdout: [
        '.gitignore is stale',
        'app/posts/client.ts is missing',
        'app/posts/route.ts is missing',
        'app/posts/use-route-get.ts is missing',
        '1 route: 4 files out of date, 0 up to date',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(await project.files()).toEqual([config, 'package.json']);
  });

  test('exits with 0 once all is generated', async () => {
    await using project = await createProject({ 'package.json': '{}', [config]: routeConfig() });
    await run(project, 'generate');
    expect(await run(project, 'generate', '--check')).toEqual({
      code: 0,
      stdout: '1 route: 0 files out of date, 3 up to date\n',
      stderr: '',
    });
  });
});

describe('wrong usage exits with 2 and says what is wrong', () => {
  test.each([
    [[], 'say what to do'],
    [['make'], "unknown command 'make'"],
    [['generate', '--quick'], "unknown option '--quick'"],
    [['generate', 'a', 'b'], 'too many arguments'],
    [['generate', '--check', '--watch'], '--check looks once'],
    [['generate', 'gone'], 'there is no folder'],
    [['generate', '--root', 'gone'], 'there is no folder'],
    [['generate', '--watch', 'gone'], 'there is no folder'],
    [['generate', '--root'], 'argument missing'],
  ])('%j', async (argv, reason) => {
    await using project = await createProject({});
    const { code, stdout, stderr } = await run(project, ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`route-handlers: `);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('Try: route-handlers generate --help');
  });
});

test.each([['--help'], ['generate', '--help'], ['help', 'generate'], ['--version']])(
  '%s prints and exits with 0',
  async (...argv) => {
    await using project = await createProject({});
    const { code, stdout, stderr } = await run(project, ...argv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(argv[0] === '--version' ? /^\d+\.\d+\.\d+\n$/ : /^Usage: /);
  },
);
