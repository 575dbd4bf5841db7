import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Ran, runCommand, runIn } from '../fixtures/run-command.ts';
import { temporaryRepository } from '../fixtures/temporary-repository.ts';

function expectError(ran: Ran, exitCode: number, code: string): void {
  const error = { code, message: expect.any(String), remedy: expect.any(String) };
  expect(ran, ran.stdout + ran.stderr).toMatchObject({ exitCode, json: { ok: false, error } });
}

const refused: Record<string, readonly string[]> = {
  'a title of 100 kB': [`--title=${'x'.repeat(100_000)}`],
  'a title of lines': ['--title=a\nb'],
  'a title of terminal commands': ['--title=\u001b]0;pwned\u0007'],
  'an empty title': ['--title='],
  'no title': ['--body=x'],
  'an unknown status': ['--title=x', '--status=__proto__'],
  'an unknown flag': ['--title=x', '--upload-pack=touch x'],
};

test.each(Object.entries(refused))('%s is refused, and nothing is stored', async (_, argv) => {
  await using repository = await temporaryRepository();
  await runIn(repository, 'init');
  const before = await repository.git('rev-parse', 'tracker-data');
  const ran = await runIn(repository, 'epic', 'create', ...argv);
  expect(ran, ran.stdout).toMatchObject({ exitCode: 1, json: { ok: false } });
  expect(await repository.git('rev-parse', 'tracker-data')).toBe(before);
});

test('a body of a megabyte, with NUL or no Unicode, is refused', async () => {
  await using repository = await temporaryRepository();
  await runIn(repository, 'init');
  const bodies = [
    Buffer.alloc(1_000_000, 'x'),
    Buffer.from('a\0b'),
    Buffer.from([0x61, 0xff, 0xfe]),
  ];
  for (const body of bodies) {
    const file = join(repository.folder, 'body');
    await writeFile(file, body);
    const argv = ['epic', 'create', '--title=x', `--body-file=${file}`];
    expectError(await runIn(repository, ...argv), 1, 'INVALID');
  }
});

const titles = [
  '--repo',
  '--title=--repo',
  '-x',
  '$(touch x)',
  '`touch x`',
  "'; touch x",
  '%s%n',
  '\u202egnp.exe',
  '{"a":1}',
  '__proto__',
  '😀',
];

test.each(titles)('the title %j is text, and nothing else', async title => {
  await using repository = await temporaryRepository();
  await runIn(repository, 'init');
  const made = await runIn(repository, 'epic', 'create', `--title=${title}`);
  expect(made).toMatchObject({ exitCode: 0, json: { ok: true, title } });
  const { path, env } = repository;
  const text = await runCommand(['epic', 'read'], { cwd: path, env });
  expect(text.exitCode).toBe(0);
  expect(text.stdout + text.stderr).not.toMatch(/[^\P{C}\n]/u);
});

test.each(['--x', "Robert'); DROP TABLE", '<a@b>', 'Ünïcode 😀', '-', '$(touch x)'])(
  'the actor %j is a name',
  async actor => {
    await using repository = await temporaryRepository();
    await runIn(repository, 'init');
    const made = await runIn(repository, `--actor=${actor}`, 'epic', 'create', '--title=x');
    expect(made).toMatchObject({ exitCode: 0, json: { ok: true, createdBy: actor } });
    expect(await repository.git('fsck', '--no-dangling')).toBe('');
  },
);

test.each(['', ' ', 'a\nb', 'a\u001b[31mb', 'x'.repeat(201)])(
  'the actor %j is refused',
  async actor => {
    await using repository = await temporaryRepository();
    await runIn(repository, 'init');
    const ran = await runIn(repository, `--actor=${actor}`, 'epic', 'create', '--title=x');
    expectError(ran, 1, 'INVALID');
  },
);

test.each(['missing', 'file', '-x', 'two\nlines'])('the path %j is no repository', async name => {
  await using repository = await temporaryRepository();
  await writeFile(join(repository.folder, 'file'), '');
  const repo = join(repository.folder, name);
  for (const command of [['init'], ['epic', 'read'], ['sync']]) {
    expectError(await runIn(repository, `--repo=${repo}`, ...command), 2, 'NOT_A_REPOSITORY');
  }
});

test('a repository without tracker data says so', async () => {
  await using repository = await temporaryRepository();
  for (const command of [['epic', 'create', '--title=x'], ['epic', 'read'], ['log']]) {
    expectError(await runIn(repository, ...command), 1, 'NOT_INITIALISED');
  }
});

test('a git that is not there is told', async () => {
  await using repository = await temporaryRepository();
  const env = { ...repository.env, PATH: repository.folder };
  const ran = await runCommand(['--format=json', 'epic', 'read'], { cwd: repository.path, env });
  expectError(ran, 2, 'GIT_MISSING');
});
