import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '../../fixtures/test-folder.ts';
import { readCall } from './program.ts';

/** Runs the command as far as opening the history, where these calls end. */
async function call(...argv: readonly string[]): Promise<void> {
  const { subcommand, given } = readCall(['history', ...argv], '1.2.3');
  await subcommand.run(given, process);
}

test.each<[string[], RegExp]>([
  [['--failed'], /--failed goes with a probe/],
  [['--since', '1h', '--history', 'x'], /--since goes with a probe/],
  [['shop', '--history', ''], /--history is empty/],
  [['shop', '--history', 'mysql://u:hunter2@db/x'], /^(?!.*hunter2).*not mysql:\/\//],
  [['shop', '--since', 'yesterday'], /Give a time such as/],
  [['shop', 'home'], /too many arguments/],
])('%j is wrong usage', async (argv, message) => {
  await expect(call(...argv)).rejects.toMatchObject({
    code: 'PKT_USAGE',
    message: expect.stringMatching(message),
  });
});

test('what is no history file is told by what it is', async () => {
  await using folder = await createTestFolder();
  const empty = join(folder.path, 'empty.sqlite');
  await writeFile(empty, '');
  for (const [path, message] of [
    [folder.path, /is a folder/],
    [empty, /nothing is kept in it yet/],
    [join(folder.path, 'none'), /there is no history file/],
  ] as const) {
    await expect(call('--history', path)).rejects.toMatchObject({
      code: 'PKT_HISTORY_UNREADABLE',
      message: expect.stringMatching(message),
    });
  }
});
