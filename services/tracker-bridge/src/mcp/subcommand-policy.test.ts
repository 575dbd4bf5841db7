import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunInput } from '../run/run-input.ts';
import { subcommandOf } from '../run/subcommand-of.ts';
import { refuseForbidden, type SubcommandPolicy, subcommands } from './subcommand-policy.ts';

const everything = { readOnly: false, allowed: undefined };
const readOnly = { readOnly: true, allowed: undefined };
const comments = { readOnly: false, allowed: ['ticket read', 'ticket comment', 'doctor'] };

const isAllowed = (input: RunInput, policy: SubcommandPolicy): boolean => {
  try {
    refuseForbidden(input, policy);
    return true;
  } catch {
    return false;
  }
};

test.each([
  [['epic', 'read']],
  [['ticket', 'read', '--id=1']],
  [['ticket', 'read', '--title', '--repo']],
  [['ticket', 'ready']],
  [['log', '--limit=3']],
  [['doctor']],
  [['doctor', '--check=corrupt-lines']],
  [['export', '--deleted']],
  [['--help']],
  [['ticket', 'create', '--help']],
  [['sync', '-h']],
])('allows %j where nothing may be changed', argv => {
  expect(() => refuseForbidden({ argv }, readOnly)).not.toThrow();
});

test.each([
  [[], 'does not begin with a subcommand'],
  [['doctor', '--fix'], '--fix is not allowed'],
  [['doctor', '--check', '--fix'], '--fix is not allowed'],
  [['doctor', '--fix=yes'], '--fix is not allowed'],
  [['export', '--output=/tmp/x'], '--output is not allowed'],
  [['export', '--output', '/tmp/x'], '--output is not allowed'],
  [['sync'], '"sync" is not allowed'],
  [['init'], '"init" is not allowed'],
  [['import', '-'], '"import" is not allowed'],
  [['completion', 'bash'], '"completion" is not allowed'],
  [['ticket', 'next'], '"ticket next" is not allowed'],
  [['ticket', 'work', '--id=1'], '"ticket work" is not allowed'],
  [['ticket', 'comment', '--id=1', '--body=x'], '"ticket comment" is not allowed'],
  [['ticket', 'comment', '--body', '--help'], '"ticket comment" is not allowed'],
  [['ticket', 'create', '--title', '--help'], '"ticket create" is not allowed'],
  [['draft', 'ticket', '--from=x'], '"draft ticket" is not allowed'],
  [['help', 'ticket'], 'does not begin with a subcommand'],
  [['ticket'], 'does not begin with a subcommand'],
  [['ticket', '--', 'read'], 'does not begin with a subcommand'],
  [['--', 'ticket', 'read'], 'does not begin with a subcommand'],
  [['--keep-worktree', 'ticket', 'read'], 'does not begin with a subcommand'],
  [['--sync=full', 'ticket', 'read'], 'does not begin with a subcommand'],
  [['--data-branch', 'ticket', 'read', 'ticket', 'create'], 'does not begin with a subcommand'],
  [['Ticket', 'read'], 'does not begin with a subcommand'],
  [['ticket read'], 'does not begin with a subcommand'],
  [['ticket\u200b', 'read'], 'does not begin with a subcommand'],
])('refuses %j where nothing may be changed, and tells what is allowed', (argv, message) => {
  expect(() => refuseForbidden({ argv }, readOnly)).toThrow(message);
  expect(() => refuseForbidden({ argv }, readOnly)).toThrow('doctor (without --fix)');
});

test.each([
  { sync: 'full' },
  { sync: 'outbound' },
  { keepWorktree: true },
  { tempDir: '/tmp/x' },
] as const)('refuses the field %j where nothing may be changed', field => {
  const argv = ['ticket', 'read'];
  expect(isAllowed({ argv, ...field }, readOnly)).toBe(false);
  expect(isAllowed({ argv, sync: 'off', keepWorktree: false, actor: 'Ann' }, readOnly)).toBe(true);
});

test('a list allows what it names, with all its flags', () => {
  expect(isAllowed({ argv: ['ticket', 'comment', '--id=1', '--body=x'] }, comments)).toBe(true);
  expect(isAllowed({ argv: ['doctor', '--fix'] }, comments)).toBe(true);
  expect(isAllowed({ argv: ['ticket', 'update', '--help'] }, comments)).toBe(true);
  expect(() => refuseForbidden({ argv: ['ticket', 'update', '--id=1'] }, comments)).toThrow(
    '"ticket update" is not allowed here. argv must begin with one of: ticket read, ticket comment, doctor;',
  );
});

test('a list without sync allows none by the field either', () => {
  const input: RunInput = { argv: ['ticket', 'read'], sync: 'full' };
  expect(isAllowed(input, comments)).toBe(false);
  expect(isAllowed(input, { ...comments, allowed: ['ticket read', 'sync'] })).toBe(true);
});

test('with both, a subcommand must be in the list and change nothing', () => {
  const both = { ...comments, readOnly: true };
  expect(isAllowed({ argv: ['ticket', 'read'] }, both)).toBe(true);
  expect(isAllowed({ argv: ['ticket', 'comment', '--id=1'] }, both)).toBe(false);
  expect(isAllowed({ argv: ['doctor', '--fix'] }, both)).toBe(false);
  expect(isAllowed({ argv: ['stats'] }, both)).toBe(false);
});

const words = subcommands.flatMap(name => name.split(' '));
const element = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom('--fix', '--fix=1', '--output', '--output=x', '--help', '-h', '--', '-', 'help'),
  fc.constantFrom('--repo', '--repo=x', '--sync=full', '--keep-worktree', '--actor', '--id=1'),
  fc.string({ maxLength: 6 }),
);

/** Half of them begin as a call does. */
const calls = fc
  .tuple(
    fc.oneof(fc.constant([]), fc.constantFrom(...subcommands.map(name => name.split(' ')))),
    fc.array(element, { maxLength: 5 }),
  )
  .map(([begin, rest]) => [...begin, ...rest]);

test('what is let through where nothing may be changed is a subcommand that reads, or help', () => {
  const reads = ['read', 'ready'];
  const insights = ['log', 'stats', 'audit', 'doctor', 'export'];
  fc.assert(
    fc.property(calls, argv => {
      if (!isAllowed({ argv }, readOnly)) return;
      const called = subcommandOf(argv);
      const asksForHelp = argv.at(-1) === '--help' || argv.at(-1) === '-h';
      if (asksForHelp && argv.slice(0, -1).every(word => !word.startsWith('-'))) return;
      expect(called).toBeDefined();
      const { name = '', rest = [] } = called ?? {};
      expect(insights.includes(name) || reads.includes(rest[0] ?? '')).toBe(true);
      const flags = rest.map(word => word.split('=')[0]);
      if (name === 'doctor') expect(flags).not.toContain('--fix');
      if (name === 'export') expect(flags).not.toContain('--output');
    }),
    { numRuns: 1_000 },
  );
});

test('everything is let through where nothing is forbidden', () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 6 }), argv => {
      expect(isAllowed({ argv, sync: 'full' }, everything)).toBe(true);
    }),
  );
});
