import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runMain } from '../../fixtures/run-main.ts';
import { createProgram } from './create-program.ts';
import { fieldFlags } from './field-flag.ts';
import { addAll } from './late-options.ts';

function wholeTree(): ReturnType<typeof createProgram> {
  const program = createProgram({ stdout: process.stdout }, () => async () => {});
  addAll(program);
  return program;
}

function leaves(command: ReturnType<typeof wholeTree>, above: readonly string[] = []): string[][] {
  if (command.commands.length === 0) return [[...above]];
  return command.commands.flatMap(child => leaves(child, [...above, child.name()]));
}

test('flags follow from the fields', () => {
  const flags = new Map(fieldFlags('ticket').map(({ name, flag }) => [name, flag]));
  expect(Object.fromEntries(flags)).toMatchObject({
    storyId: 'story',
    labels: 'label',
    dependsOn: 'depends-on',
    linkedBranches: 'linked-branch',
    linkedPullRequests: 'linked-pull-request',
    startWorkAt: 'start-work-at',
    status: 'status',
  });
  expect(fieldFlags('story').map(({ flag }) => flag)).toContain('epic');
});

test('every command has help, as text whatever the format is, on lines that fit', async () => {
  for (const path of [[], ['epic'], ['story'], ['ticket'], ...leaves(wholeTree())]) {
    const { exitCode, stdout, stderr } = await runMain(['--format', 'json', ...path, '--help']);
    expect({ path, exitCode, stderr }).toEqual({ path, exitCode: 0, stderr: '' });
    expect(stdout).toContain(`Usage: tracker ${path.join(' ')}`.trim());
  }
});

test('every example of the help is a call that the command takes', async () => {
  const lines: string[] = [];
  for (const path of [[], ...leaves(wholeTree())]) {
    const { stdout } = await runMain([...path, '--help']);
    lines.push(...(stdout.match(/(?<=^ {2}|\| )tracker [^<>|\n]+$/gm) ?? []));
  }
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    const [, ...argv] = (line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map(word =>
      word.replace(/["']/g, ''),
    );
    const program = createProgram({ stdout: process.stdout }, () => async () => {});
    await expect(program.parseAsync(argv, { from: 'user' }), line).resolves.toBe(program);
  }
});

test('every option says what it is', () => {
  const program = wholeTree();
  const all = (command: typeof program): (typeof program.commands)[number][] => [
    command,
    ...command.commands.flatMap(all),
  ];
  for (const command of all(program)) {
    for (const option of command.options) {
      expect(`${command.name()} ${option.flags}: ${option.description}`).toMatch(/: .{3,}$/s);
    }
  }
});

test.each([
  [['--format=json', '--nonsense']],
  [['--nonsense', '--format=json']],
  [['--format=json', '--sync=bogus', 'init']],
  [['--sync=bogus', '--format=json', 'init']],
  [['--format=json']],
  [['--format=json', 'ticket']],
  [['--format=json', 'tickets', 'read']],
  [['ticket', 'read', '--format=json']],
  [['ticket', 'read', '--format', 'json']],
  [['--format=text', '--format=json', 'ticket', 'read', '--limit']],
  [['--format=json', 'ticket', 'read', 'and', 'more']],
  [['--format=json', 'completion', 'tcsh']],
  [['--actor', '--format', 'json', 'init']],
] as const)('%j is answered with one JSON document', async argv => {
  const { exitCode, json, stderr } = await runMain(argv);
  expect(json).toMatchObject({ ok: false, error: { code: 'USAGE', remedy: expect.any(String) } });
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
});

test('whatever stands on the command line, JSON is answered with one document', async () => {
  const words = fc.constantFrom(
    ...[
      'ticket',
      'epic',
      'read',
      'create',
      'update',
      'next',
      'sync',
      'log',
      'comment',
      '--id',
      '0',
    ],
    ...['--title=x', '--title', '--repo', '--limit=-1', '-x', '--', '', '=', '--format', 'json'],
    ...[
      '--data-branch=-u',
      '--remote=+main',
      '--actor=',
      '--sync',
      'full',
      '\u001b[31m',
      '--body-file=/',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 6 }), async given => {
      // Nothing is found where there is no repository, so that nothing happens anywhere.
      const argv = [
        '--format=json',
        '--repo=/dev/null/none',
        '--temp-dir=/dev/null/none',
        ...given,
      ];
      const { exitCode, json, stdout } = await runMain(argv.filter(word => word !== '--help'));
      expect(typeof json).toBe('object');
      expect(stdout.endsWith('\n')).toBe(true);
      expect(exitCode).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['TRACKER_SYNC', 'sometimes', 'USAGE'],
  ['TRACKER_ACTOR', 'a\u001bb', 'INVALID'],
  ['TRACKER_ACTOR', '   ', 'INVALID'],
  ['TRACKER_DATA_BRANCH', '--upload-pack=touch x', 'BRANCH_NAME'],
  ['TRACKER_DATA_BRANCH', 'refs/heads/../x', 'BRANCH_NAME'],
  ['TRACKER_REMOTE', '+main', 'REMOTE_NAME'],
  ['TRACKER_REMOTE', 'ext::sh -c id', 'REMOTE_NAME'],
  ['FORGE_REPO', 'https://example.org/a/b', 'INVALID'],
])('an invalid %s=%j is named', async (variable, value, code) => {
  const { exitCode, json } = await runMain(['--format', 'json', 'ticket', 'read'], {
    env: { [variable]: value },
  });
  expect(exitCode).toBe(1);
  expect(json).toMatchObject({ error: { code, message: expect.stringContaining(variable) } });
});

test('every fault of the options before the subcommand is told', async () => {
  const { exitCode, stderr } = await runMain([
    ...['--sync=never', '--format=xml', '--actor=', '--remote=-x', '--data-branch=', 'init'],
  ]);
  expect(exitCode).toBe(1);
  for (const flag of ['--sync', '--format', '--actor', '--remote', '--data-branch']) {
    expect(stderr).toContain(`  - ${flag} `);
  }
});

test('a call without a subcommand shows which there are', async () => {
  const { exitCode, stdout, stderr } = await runMain(['ticket']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/Usage: tracker ticket[\s\S]*error: no subcommand is given \(USAGE\)/);
});

test('what was typed is told without what a terminal obeys', async () => {
  const { stderr } = await runMain(['\u001b[31mred\u202e']);
  expect(stderr).toContain('\\x1b[31mred\\u{202e}');
  expect(stderr).not.toContain('\u001b');
});
