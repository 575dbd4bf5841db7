import { offeredByBash } from '@picket/completion/fixtures/offered-by-bash';
import { describe, expect, test } from 'vitest';
import { runPicket } from '../../fixtures/picket-process.ts';
import { subcommands } from './subcommands.ts';

const { stdout: script } = await runPicket(['completion', 'bash']);
const repository = new URL('../../../..', import.meta.url).pathname;

describe('in bash', () => {
  test.each([
    [['picket', 'val'], ['validate']],
    [['picket', '--metrics-h'], ['--metrics-host']],
    [
      ['picket', 'run', '--output', ''],
      ['text', 'json'],
    ],
    [['picket', 'run', '--output=j'], ['--output=json']],
    [['picket', '-c', 'run', '--onc'], ['--once']],
    [['picket', 'run', '-c', 'READ'], ['README.md']],
    [['picket', 'validate', 'READ'], ['README.md']],
    [['picket', 'completion', 'f'], ['fish']],
    [['picket', '--id', ''], []],
  ])('%j is completed', async (words, expected) => {
    expect(await offeredByBash(script, words, repository)).toEqual(expected);
  });
});

test('every subcommand is in the script of every shell', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout, code } = await runPicket(['completion', shell]);
    expect(code).toBe(0);
    for (const { name } of subcommands) expect(stdout).toContain(name);
  }
});

test('zsh completes the short form of a flag as the long one', async () => {
  const { stdout } = await runPicket(['completion', 'zsh']);
  expect(stdout).toContain("'picket --config' | 'picket -c') _files");
});

test('another shell is refused', async () => {
  const { code, stderr } = await runPicket(['completion', 'csh']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/bash, zsh, fish/)]);
});
