import { offeredByBash } from '@picket/completion/fixtures/offered-by-bash';
import { describe, expect, test } from 'vitest';
import { runMain } from '../../fixtures/run-main.ts';

async function offered(words: readonly string[], folder?: string): Promise<readonly string[]> {
  const { stdout: script } = await runMain(['completion', 'bash']);
  return offeredByBash(script, words, folder);
}

describe('in bash', () => {
  test.each([
    [['tracker', 'ti'], ['ticket']],
    [['tracker', 'ticket', 'cr'], ['create']],
    [['tracker', '--format', 'json', 'ticket', 'cr'], ['create']],
    [['tracker', '--format', '=', 'json', 'ticket', 'cr'], ['create']],
    [
      ['tracker', '--actor', 'epic', 'ticket', 're'],
      ['read', 'restore', 'ready'],
    ],
    [['tracker', 'ticket', 'create', '--pri'], ['--priority']],
    [
      ['tracker', 'ticket', 'create', '--priority', ''],
      ['low', 'medium', 'high', 'urgent'],
    ],
    [['tracker', 'ticket', 'create', '--priority', '=', 'h'], ['high']],
    [
      ['tracker', 'ticket', 'create', '--priority', '='],
      ['low', 'medium', 'high', 'urgent'],
    ],
    [['tracker', 'ticket', 'create', '--priority=h'], ['--priority=high']],
    [
      ['tracker', '--sync', 'o'],
      ['off', 'outbound'],
    ],
    [
      ['tracker', 'ticket', 'update', '--remove-l'],
      ['--remove-label', '--remove-linked-branch', '--remove-linked-pull-request'],
    ],
    [['tracker', 'ticket', 'create', '--title', ''], []],
    [['tracker', 'nonsense', 'ep'], ['epic']],
    [
      ['tracker', 'completion', ''],
      ['bash', 'zsh', 'fish', '--help'],
    ],
  ])('%j is completed', async (words, expected) => {
    expect(await offered(words)).toEqual(expected);
  });

  test('files stand where files are taken', async () => {
    const folder = new URL('../../../..', import.meta.url).pathname;
    expect(await offered(['tracker', 'ticket', 'create', '--body-file', 'READ'], folder)).toEqual([
      'README.md',
    ]);
  });
});

test('every subcommand and flag is in the script of every shell', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout, exitCode } = await runMain(['completion', shell]);
    expect(exitCode).toBe(0);
    for (const word of ['restore', 'linked-pull-request', 'outbound', 'in_progress', 'cascade']) {
      expect(stdout).toContain(word);
    }
  }
});
