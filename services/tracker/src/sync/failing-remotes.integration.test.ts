import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { startCuttingProxy, startSilentServer } from '../drills/cutting-proxy.ts';
import { portOf, startGitDaemon } from '../drills/git-daemon.ts';
import { create, failure, numbers, remoteHead, sync, twoClones } from '../drills/two-clones.ts';
import { findRemote, readRemotes } from '../store/remote-name.ts';
import { findRepository } from '../store/repository.ts';
import { readRemoteHead } from './remote-branch.ts';

const noNames = [
  '--upload-pack=touch pwned',
  'ext::sh -c touch%20pwned',
  '+main',
  'refs/heads/../x',
  'origin/../x',
  'https://user:secret@127.0.0.1/x.git',
  '/tmp',
  '.',
  'nowhere',
];

test('what is no name of a remote is refused, and nothing is run', async () => {
  await using pair = await twoClones();
  for (const name of noNames) {
    const refused = await failure(pair.one, `--remote=${name}`, 'sync');
    expect(refused, name).toMatchObject({ exitCode: 1, code: 'REMOTE_NAME' });
  }
  await expectNothingRun(pair.one);
});

const hostileAddresses = [
  'ext::sh -c touch% pwned',
  '--upload-pack=touch pwned',
  'ssh://-oProxyCommand=touch%20pwned/x',
  '-oProxyCommand=touch pwned:x',
];

test('an address that would run something is not obeyed', async () => {
  await using pair = await twoClones();
  await create(pair.one, 'mine');
  for (const address of hostileAddresses) {
    await pair.one.git('config', 'remote.origin.url', address);
    const refused = await failure(pair.one, 'sync');
    expect(refused, address).toMatchObject({ exitCode: 4, code: 'REMOTE_FAILED' });
  }
  await expectNothingRun(pair.one);
  expect(Object.keys(await numbers(pair.one))).toHaveLength(1);
});

test('credentials that are refused are AUTH, and are told to nobody', async () => {
  await using pair = await twoClones();
  const server = createServer((_, response) => {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${portOf(server)}/x.git`;
  for (const address of [`http://${place}`, `http://ann:secret@${place}`]) {
    await pair.one.git('remote', 'set-url', 'origin', address);
    const refused = await failure(pair.one, 'sync');
    expect(refused).toMatchObject({ exitCode: 2, code: 'AUTH' });
    expect(JSON.stringify(refused)).not.toContain('secret');
  }
  server.close();
});

test.each(['git', 'http'])(
  'a remote that never answers over %s:// is given up, and its git is stopped',
  async scheme => {
    await using repository = await temporaryRepository();
    await using server = await startSilentServer();
    await repository.git('remote', 'add', 'origin', `${scheme}://127.0.0.1:${server.port}/x.git`);
    const found = await findRepository(repository.path, 'tracker-data');
    const remote = findRemote(await readRemotes(found), 'origin');
    const stop = new AbortController();
    const call = { repository: found, remote, signal: stop.signal };
    await expect(readRemoteHead({ ...call, timeout: 1_000 })).rejects.toMatchObject({
      code: 'REMOTE_FAILED',
      exitCode: 4,
    });
    await server.allClosed();
    const waiting = readRemoteHead(call);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
    await server.allClosed();
  },
);

test('a remote that goes away in the middle loses nothing, and the next sync carries on', async () => {
  await using pair = await twoClones();
  await using daemon = await startGitDaemon(pair.one.folder);
  await sync(pair.two);
  const tickets = [];
  for (const after of [1, 50, 200, 400, 600, 800, 1_200]) {
    tickets.push(
      await create(pair.one, `of one ${after}`),
      await create(pair.two, `of two ${after}`),
    );
    await sync(pair.two);
    await using proxy = await startCuttingProxy(daemon.port, after);
    await pointTo(pair.one, `git://127.0.0.1:${proxy.port}/remote.git`);
    await failure(pair.one, 'sync').then(
      failed => expect(failed).toMatchObject({ exitCode: 4, code: 'REMOTE_FAILED' }),
      () => expect(after).toBeGreaterThan(200),
    );
  }
  await pointTo(pair.one, 'git://127.0.0.1:1/remote.git');
  expect(await failure(pair.one, 'sync')).toMatchObject({ exitCode: 4, code: 'REMOTE_FAILED' });
  await pointTo(pair.one, String(pair.one.remote));
  await sync(pair.one);
  await sync(pair.two);
  const stored = await numbers(pair.one);
  expect(Object.keys(stored).sort()).toEqual(tickets.map(({ id }) => id).sort());
  expect(new Set(Object.values(stored)).size).toBe(tickets.length);
  expect(await numbers(pair.two)).toEqual(stored);
}, 300_000);

test.each([
  ['shallow', ['--depth=1', '--no-single-branch']],
  ['partial', ['--filter=blob:none', '--no-checkout']],
  ['treeless', ['--filter=tree:0', '--no-checkout']],
  ['mirror', ['--mirror']],
])('a %s clone syncs as any other', async (name, options) => {
  await using pair = await twoClones();
  await pair.one.asUser(async () => {
    const { execa } = await import('execa');
    const remote = String(pair.one.remote);
    await execa('git', ['config', 'uploadpack.allowFilter', 'true'], { cwd: remote });
    await execa('git', ['config', 'uploadpack.allowAnySHA1InWant', 'true'], { cwd: remote });
  });
  for (const title of ['a', 'b']) {
    await create(pair.one, title);
    await sync(pair.one);
  }
  const path = `${pair.one.folder}/${name}`;
  await pair.one.git('clone', '--quiet', ...options, `file://${pair.one.remote}`, path);
  const special = { ...pair.one, path };
  await sync(special);
  await create(special, 'from here');
  await create(pair.one, 'meanwhile');
  await sync(pair.one);
  await sync(special);
  await sync(pair.one);
  expect(await numbers(special)).toEqual(await numbers(pair.one));
  expect(Object.keys(await numbers(special))).toHaveLength(4);
  const head = await pair.one.git('-C', path, 'rev-parse', 'tracker-data');
  expect(head).toBe(await remoteHead(pair));
});

async function pointTo(repository: TemporaryRepository, address: string): Promise<void> {
  await repository.git('remote', 'set-url', 'origin', address);
}

async function expectNothingRun({ path, folder }: TemporaryRepository): Promise<void> {
  for (const place of [path, folder, process.cwd()]) {
    expect(await readdir(place)).not.toContain('pwned');
  }
}
