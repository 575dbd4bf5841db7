import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runIn } from '../../fixtures/run-command.ts';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';

test.each([
  ['no database', (file: string) => writeFile(file, 'x'.repeat(5000))],
  ['a folder', (file: string) => mkdir(join(file, 'in it'), { recursive: true })],
])('%s in place of the lock keeps nobody from syncing', async (_, put) => {
  await using repository = await temporaryRepository({ remote: true });
  await runIn(repository, 'init');
  await put(join(repository.gitDir, 'tracker', 'sync-origin.sqlite'));
  expect((await runIn(repository, 'sync')).exitCode).toBe(0);
});
