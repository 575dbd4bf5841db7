import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startForge } from '../../fixtures/forge/forge-server.ts';
import { runCommand, runIn } from '../../fixtures/run-command.ts';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';
import { create, failure, numbers, sync, twoClones } from '../drills/two-clones.ts';

test('sync exchanges with the forge and the remote, and sends on what the forge has said', async () => {
  await using pair = await twoClones();
  await using forge = await startForge('owner/project', () => Date.now());
  await create(pair.one, 'a ticket');
  const env = { ...pair.one.env, FORGE_TOKEN: forge.token, FORGE_API_URL: forge.url };
  const argv = ['--format=json', '--forge-repo=owner/project', 'sync', '--create-issues'];
  const synced = await runCommand(argv, { cwd: pair.one.path, env });
  expect(synced).toMatchObject({
    exitCode: 0,
    json: { ok: true, remote: 'origin', received: 0, forge: { repo: 'owner/project', created: 1 } },
  });
  await sync(pair.two);
  const { json } = await runIn(pair.two, 'ticket', 'read', '--id=1');
  expect(json).toMatchObject({ forgeIssue: { repo: 'owner/project', number: 1 } });
});

test('with a forge, a repository may do without a remote', async () => {
  await using repository = await temporaryRepository();
  await using forge = await startForge('owner/project', () => Date.now());
  await runIn(repository, 'init');
  const env = { ...repository.env, FORGE_TOKEN: forge.token, FORGE_API_URL: forge.url };
  const argv = ['--format=json', '--forge-repo=owner/project', 'sync'];
  const { json, exitCode } = await runCommand(argv, { cwd: repository.path, env });
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({ ok: true, forge: { repo: 'owner/project' } });
  expect(json).not.toHaveProperty('remote');
});

test('without a forge, issues cannot be made', async () => {
  await using repository = await temporaryRepository();
  const failed = await failure(repository, 'sync', '--create-issues');
  expect(failed).toMatchObject({ exitCode: 1, code: 'USAGE' });
});

test('people are told what came, what went, and which numbers changed', async () => {
  await using pair = await twoClones();
  await sync(pair.two);
  await create(pair.one, 'one');
  await create(pair.two, 'two');
  await sync(pair.one);
  const { stdout } = await runCommand(['sync'], { cwd: pair.two.path, env: pair.two.env });
  expect(stdout.split('\n')).toEqual([
    'Received 1 event from origin, sent 2 events',
    'ticket 1 is ticket 2 now: origin had a ticket 1',
  ]);
  const again = await runCommand(['sync'], { cwd: pair.two.path, env: pair.two.env });
  expect(again.stdout).toBe('Nothing is new here or on origin');
});

test('a write with --sync=full takes in what is new first, and is on the remote when it is told', async () => {
  await using pair = await twoClones();
  await sync(pair.two);
  await create(pair.one, 'one');
  await sync(pair.one);
  const argv = ['--sync=full', 'ticket', 'create', '--title=two'];
  const { json } = await runIn(pair.two, ...argv);
  expect(json).toMatchObject({ ok: true, number: 2, sync: { ok: true, sent: 1 } });
  await sync(pair.one);
  expect(Object.values(await numbers(pair.one)).sort()).toEqual([1, 2]);
});

test('a sync with nothing new starts git three times, one of them to ask the remote', async () => {
  await using pair = await twoClones();
  const { path: cwd, env, folder } = pair.one;
  const log = join(folder, 'calls');
  const bin = join(folder, 'bin');
  const script = `#!/bin/sh\necho "$*" >> '${log}'\nPATH=\${PATH#*:} exec git "$@"\n`;
  await mkdir(bin);
  await writeFile(join(bin, 'git'), script, { mode: 0o755 });
  await sync(pair.one);
  const counted = { ...env, PATH: `${bin}:${env.PATH}` };
  const { exitCode } = await runCommand(['--actor=ann', 'sync'], { cwd, env: counted });
  expect(exitCode).toBe(0);
  const calls = (await readFile(log, 'utf8')).trim().split('\n');
  const deeds = ['config', 'ls-remote', 'rev-parse'];
  expect(calls.map(call => deeds.find(deed => call.split(' ').includes(deed))).sort()).toEqual(
    deeds,
  );
});
