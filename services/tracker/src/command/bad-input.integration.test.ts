import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ran } from '../../fixtures/run-command.ts';
import { runMain } from '../../fixtures/run-main.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';

let repository: TemporaryRepository;

beforeAll(async () => {
  repository = await temporaryRepository();
  await json('init');
  await json('epic', 'create', '--title=Epic');
  await json('ticket', 'create', '--title=Ticket');
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

function json(...argv: readonly string[]): Promise<Ran> {
  return runMain(['--format=json', ...argv], { repo: repository.path });
}

const create = ['ticket', 'create'] as const;
const read = ['ticket', 'read'] as const;

describe('is refused, with everything as it was', () => {
  test.each([
    ['a title of 1 MB', [...create, `--title=${'x'.repeat(1_000_000)}`], 'INVALID'],
    ['a title of two lines', [...create, '--title=one\ntwo'], 'INVALID'],
    ['a title with an escape', [...create, '--title=\u001b[31mred'], 'INVALID'],
    ['a title with a NUL', [...create, '--title=a\0b'], 'INVALID'],
    ['half of a character', [...create, '--title=\ud800'], 'INVALID'],
    ['an empty title', [...create, '--title='], 'INVALID'],
    ['a blank title', [...create, '--title=   '], 'INVALID'],
    ['no title', [...create], 'USAGE'],
    ['two titles', [...create, '--title=a', '--title=b'], 'USAGE'],
    ['an unknown status', [...create, '--title=t', '--status=open'], 'INVALID'],
    ['30 February', [...create, '--title=t', '--start-work-at=2026-02-30'], 'INVALID'],
    ['an estimate below zero', [...create, '--title=t', '--estimate=-1'], 'INVALID'],
    ['an unknown flag', [...create, '--title=t', '--colour=red'], 'USAGE'],
    ['a word too many', [...create, '--title=t', 'extra'], 'USAGE'],
    ['a flag without its value', [...create, '--title'], 'USAGE'],
    ['a story that is not there', [...create, '--title=t', '--story=99'], 'NOT_FOUND'],
    ['an epic where a story is meant', [...create, '--title=t', '--story=x y'], 'INVALID'],
    ['an empty key', [...create, '--title=t', '--key='], 'INVALID'],
    ['101 labels', [...create, '--title=t', ...labels(101)], 'INVALID'],
    ['a body twice', [...create, '--title=t', '--body=a', '--body-file=b'], 'USAGE'],
    ['a body from no file', [...create, '--title=t', '--body-file=/nonexistent'], 'FILE'],
    ['a body from a directory', [...create, '--title=t', '--body-file=/'], 'FILE'],
    ['a body from /dev/zero', [...create, '--title=t', '--body-file=/dev/zero'], 'INVALID'],
    ['the id 0', [...read, '--id=0'], 'NOT_FOUND'],
    ['an id of 20 digits', [...read, '--id=99999999999999999999'], 'INVALID'],
    ['an id below zero', [...read, '--id=-1'], 'INVALID'],
    ['an empty id', [...read, '--id='], 'INVALID'],
    ['an id twice', [...read, '--id=1', '--id=1'], 'USAGE'],
    ['an id and a filter', [...read, '--id=1', '--status=done'], 'USAGE'],
    ['a limit below zero', [...read, '--limit=-1'], 'INVALID'],
    ['a limit with a fraction', [...read, '--limit=1.5'], 'INVALID'],
    ['a limit without end', [...read, '--limit=99999999999999999999'], 'INVALID'],
    ['an unknown field to sort by', [...read, '--sort=colour'], 'INVALID'],
    ['SQL to sort by', [...read, '--sort=number; DROP TABLE records'], 'INVALID'],
    ['a status to filter by that is none', [...read, '--status=open'], 'INVALID'],
    ['a date to filter by that is none', [...read, '--created-after=yesterday'], 'INVALID'],
    ['a cursor that is none', [...read, '--cursor=AAAA'], 'USAGE'],
    ['an update of nothing', ['ticket', 'update', '--id=1'], 'USAGE'],
    ['an update without an id', ['ticket', 'update', '--title=t'], 'USAGE'],
    [
      'a set both replaced and added to',
      ['ticket', 'update', '--id=1', '--label=a', '--add-label=b'],
      'USAGE',
    ],
    [
      'a ticket that waits for itself',
      ['ticket', 'update', '--id=1', '--depends-on=1'],
      'DEPENDENCY_CYCLE',
    ],
    ['a story without an epic', ['story', 'create', '--title=t', '--epic='], 'INVALID'],
    ['an empty comment', ['ticket', 'comment', '--id=1', '--body='], 'INVALID'],
    ['a comment with nothing to say', ['ticket', 'comment', '--id=1'], 'USAGE'],
    ['a comment that is not there', ['ticket', 'comment', '--id=1', '--delete=01'], 'NOT_FOUND'],
    ['a branch that reads as an option', ['ticket', 'work', '--id=1', '--branch=-D'], 'INVALID'],
    [
      'a data branch that reads as an option',
      ['--data-branch=--upload-pack=touch x', 'init'],
      'BRANCH_NAME',
    ],
    ['a remote that is a command', ['--remote=ext::sh -c id', 'init'], 'REMOTE_NAME'],
    ['a temporary directory that is a file', ['--temp-dir=/dev/null/x', 'init'], 'FILE'],
    ['a repository that is none', ['--repo=/', 'init'], 'NOT_A_REPOSITORY'],
  ])('%s', async (_, argv, code) => {
    const before = await repository.git('rev-parse', 'tracker-data');
    const { exitCode, json: answer, stderr } = await json(...argv);
    expect(answer).toMatchObject({ ok: false, error: { code } });
    expect(exitCode).toBe(code === 'FILE' || code === 'NOT_A_REPOSITORY' ? 2 : 1);
    expect(stderr).toBe('');
    expect(await repository.git('rev-parse', 'tracker-data')).toBe(before);
  });
});

function labels(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `--label=l${at}`);
}

test('several faults are told at once, each by its flag, and shortly', async () => {
  const { exitCode, stderr, stdout } = await runMain(
    [
      ...['ticket', 'create', `--title=${'x'.repeat(1_000_000)}`, '--status=x', '--priority=y'],
      ...['--size=z', '--estimate=many', '--target-finish-at=2026-02-30', '--label=a', '--label='],
    ],
    { repo: repository.path },
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  for (const flag of [
    'title',
    'status',
    'priority',
    'size',
    'estimate',
    'target-finish-at',
    'label',
  ]) {
    expect(stderr).toContain(`  - --${flag} `);
  }
  expect(stderr).toMatch(/\nremedy: see `tracker ticket create --help`\n$/);
  expect(stderr.length).toBeLessThan(2_000);
});

test('every reference that means nothing is told', async () => {
  const { json: answer } = await json(
    'ticket',
    'create',
    '--title=t',
    '--depends-on=77',
    '--depends-on=88',
  );
  expect(answer).toMatchObject({
    error: {
      code: 'NOT_FOUND',
      problems: [expect.stringContaining('77'), expect.stringContaining('88')],
    },
  });
});

test.each([
  [['--title=--repo'], '--repo'],
  [['--title', '--repo'], '--repo'],
  [['--title=-x=y'], '-x=y'],
  [['--title=$(touch x); `id`'], '$(touch x); `id`'],
])('%j is a title like any other', async (flags, title) => {
  expect((await json('ticket', 'create', ...flags)).json).toMatchObject({ ok: true, title });
});

test('--actor=--x is a name like any other', async () => {
  const { json: record } = await json('--actor=--x', 'ticket', 'create', '--title=t');
  expect(record).toMatchObject({ ok: true, createdBy: '--x' });
});

test('what terminals obey is kept in bodies and comments, and never printed raw', async () => {
  const hostile = 'one\r\ntwo \u001b]0;owned\u0007\u009b2J \u202eevil\u2066 zero\u200bwidth \u007f';
  const created = await json(
    'ticket',
    'create',
    '--title=Rtl \u202etitle',
    `--body=${hostile}`,
    '--label=\u200bx',
  );
  const { number, body } = Object(created.json);
  expect(body).toBe(hostile);
  await json('ticket', 'comment', `--id=${number}`, `--body=${hostile}`);
  const calls = [
    { argv: ['ticket', 'read', `--id=${number}`], columns: 80 },
    { argv: ['ticket', 'read', `--id=${number}`], columns: undefined },
    { argv: ['ticket', 'read'], columns: 80 },
    { argv: ['ticket', 'work', `--id=${number}`], columns: undefined },
    { argv: ['ticket', 'delete', `--id=${number}`], columns: undefined },
  ];
  for (const { argv, columns } of calls) {
    const { stdout, stderr } = await runMain(argv, {
      repo: repository.path,
      env: { TRACKER_ACTOR: 'Ann', NO_COLOR: '1' },
      ...(columns !== undefined && { columns }),
    });
    expect(stdout).toContain('\\u{202e}');
    expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2066\u200b]/u);
  }
});

test('JSON on a terminal holds nothing that it obeys, and means the same', async () => {
  await json('ticket', 'create', '--title=Rtl \u202e\u200b', '--body=\u009b2J', '--label=seen');
  const argv = ['--format=json', 'ticket', 'read', '--label=seen'];
  const { stdout, json: answer } = await runMain(argv, { repo: repository.path, columns: 80 });
  expect(stdout.trimEnd()).not.toMatch(/[\p{Cc}\u202e\u200b]/u);
  expect(answer).toMatchObject({ items: [{ title: 'Rtl \u202e\u200b', body: '\u009b2J' }] });
});

test('a body that is no UTF-8 is refused', async () => {
  const file = join(repository.folder, 'latin1');
  await writeFile(file, Buffer.from([0xe4, 0xf6]));
  expect((await json('ticket', 'create', '--title=t', `--body-file=${file}`)).json).toMatchObject({
    error: { code: 'INVALID', message: expect.stringContaining('UTF-8') },
  });
});

test('where there is no tracker yet, the remedy is told', async () => {
  await using fresh = await temporaryRepository();
  const ran = await runMain(['ticket', 'read'], { repo: fresh.path });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toMatch(/^error: .*\(NOT_INITIALISED\)\nremedy: run `tracker init`/);
});
