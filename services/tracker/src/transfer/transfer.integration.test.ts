import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, runIn } from '../../fixtures/run-command.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';

async function begun(): Promise<TemporaryRepository> {
  const repository = await temporaryRepository();
  await runIn(repository, 'init');
  return repository;
}

test('a board goes through the command into an empty repository and is exported as it was', async () => {
  await using from = await begun();
  await using to = await begun();
  await runIn(from, '--actor=Ann', 'epic', 'create', '--title=Shop');
  await runIn(from, '--actor=Ann', 'story', 'create', '--title=Pay', '--epic=1');
  await runIn(
    from,
    '--actor=Ann',
    'ticket',
    'create',
    '--title=Card',
    '--body=\u009b31m',
    '--story=1',
  );
  await runIn(from, '--actor=Ben', 'ticket', 'comment', '--id=1', '--body=soon');
  await runIn(from, '--actor=Ben', 'ticket', 'update', '--id=1', '--status=done');
  await runIn(from, '--actor=Cy', 'ticket', 'create', '--title=Not this');
  await runIn(from, '--actor=Cy', 'ticket', 'delete', '--id=2');

  const file = join(from.folder, 'export.json');
  const wrote = await runIn(from, 'export', '--deleted', `--output=${file}`);
  expect(wrote.json).toMatchObject({ ok: true, file, records: 4 });
  const text = await readFile(file, 'utf8');
  expect(text).toContain('"body":"\\u009b31m"');

  const dry = await runIn(to, 'import', file, '--dry-run');
  expect(dry.json).toMatchObject({ ok: true, dryRun: true, created: 4 });
  expect((await runIn(to, 'export', '--deleted')).json).toMatchObject({ items: [] });

  const commits = await to.git('rev-list', '--count', 'tracker-data');
  const done = await runCommand(['--format=json', 'import', '-'], {
    cwd: to.path,
    env: to.env,
    input: text,
  });
  expect(done.json).toMatchObject({ ok: true, created: 4, renumbered: [] });
  const added = Number(await to.git('rev-list', '--count', 'tracker-data')) - Number(commits);
  expect(added).toBe(1);
  expect(`${(await runIn(to, 'export', '--deleted')).stdout}\n`).toBe(text);
});

test('a file with a problem leaves the branch where it was', async () => {
  await using repository = await begun();
  const before = await repository.git('rev-parse', 'tracker-data');
  const { exitCode, json } = await runCommand(['--format=json', 'import', '-'], {
    cwd: repository.path,
    env: repository.env,
    input: JSON.stringify({ items: [{ type: 'ticket', title: 'fine' }, { type: 'ticket' }] }),
  });
  expect(exitCode).toBe(1);
  expect(json).toMatchObject({
    ok: false,
    error: { code: 'INVALID', problems: ['items[1].title must be given'] },
  });
  expect(await repository.git('rev-parse', 'tracker-data')).toBe(before);
});

test('a file of 100 MB, one that is no text and one that is not there are told as such', async () => {
  await using repository = await begun();
  const large = join(repository.folder, 'large.json');
  const handle = await open(large, 'w');
  await handle.truncate(100_000_000);
  await handle.close();
  const tooMuch = await runIn(repository, 'import', large);
  expect(tooMuch.json).toMatchObject({
    error: { code: 'INVALID', message: expect.stringContaining('65536 KiB') },
  });
  const binary = join(repository.folder, 'binary');
  await repository.write('../binary', Buffer.from([0xff, 0xfe, 0x00]));
  const noText = await runIn(repository, 'import', binary);
  expect(noText.json).toMatchObject({
    error: { code: 'INVALID', message: expect.stringContaining('UTF-8') },
  });
  const missing = await runIn(repository, 'import', join(repository.folder, 'missing'));
  expect(missing).toMatchObject({ exitCode: 2, json: { error: { code: 'FILE' } } });
});

test('an export cannot be written where there is no folder', async () => {
  await using repository = await begun();
  const output = join(repository.folder, 'no/such/folder.json');
  const { exitCode, json } = await runIn(repository, 'export', `--output=${output}`);
  expect(exitCode).toBe(2);
  expect(json).toMatchObject({ error: { code: 'FILE' } });
});
