import { subcommandCalled } from '@picket/tracker/fixtures/subcommand-called';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subcommandOf } from './subcommand-of.ts';

const valued = [
  'repo',
  'format',
  'actor',
  'sync',
  'remote',
  'data-branch',
  'forge-repo',
  'temp-dir',
];

/** What may stand before a subcommand, or seem to. */
const before = fc.oneof(
  fc.constantFrom('-', '--', '-h', '--keep-worktree', '--keep-worktree=1', '', '-x', '-1', 'help'),
  fc.constantFrom('--unknown', '--unknown=1', 'word', '--output=x', '--rep', 'export', 'import'),
  fc.constantFrom(...valued).map(name => `--${name}`),
  fc.constantFrom(...valued).map(name => `--${name}=${name}`),
  fc.constantFrom(...valued).map(name => [`--${name}`, 'import']),
);
const call = fc.constantFrom(
  ['export', '--output=x'],
  ['import', 'x'],
  ['sync'],
  ['ticket', 'read'],
  ['ticket', 'ready', 'import'],
);
const argvs = fc
  .tuple(fc.array(before, { maxLength: 3 }), call)
  .map(([first, last]) => [...first.flat(), ...last]);

test('finds the subcommand that the command itself begins', async () => {
  let begun = 0;
  await fc.assert(
    fc.asyncProperty(argvs, async argv => {
      const called = await subcommandCalled(argv);
      if (called === undefined) return;
      begun++;
      expect(subcommandOf(argv)?.name).toBe(called);
    }),
    { numRuns: 300 },
  );
  expect(begun).toBeGreaterThan(60);
});

test.each([
  [['--actor', 'export', 'ticket', 'read'], { name: 'ticket', rest: ['read'] }],
  [
    ['--actor=Ann', '--keep-worktree', 'export', '--deleted'],
    { name: 'export', rest: ['--deleted'] },
  ],
  [['--', 'import', 'x'], { name: 'import', rest: ['x'] }],
  [['--unknown', 'import'], undefined],
  [['--actor'], undefined],
  [[], undefined],
])('%j', (argv, expected) => {
  expect(subcommandOf(argv)).toEqual(expected);
});
