import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Ran } from '../../fixtures/run-command.ts';
import { runMain } from '../../fixtures/run-main.ts';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';

function run(path: string, actor: string, ...argv: readonly string[]): Promise<Ran> {
  return runMain(['--format=json', ...argv], { repo: path, env: { TRACKER_ACTOR: actor } });
}

test('outbound sends what was written, and says so', async () => {
  await using ann = await temporaryRepository({ remote: true });
  await run(ann.path, 'Ann', 'init');
  const created = await run(ann.path, 'Ann', '--sync=outbound', 'ticket', 'create', '--title=One');
  expect(created).toMatchObject({ exitCode: 0, json: { ok: true, sync: { ok: true, sent: 1 } } });
  const there = await ann.git('ls-remote', 'origin', 'refs/heads/tracker-data');
  expect(there.split('\t')[0]).toBe(await ann.git('rev-parse', 'tracker-data'));
});

test('TRACKER_SYNC does the same, and --sync=off wins over it', async () => {
  await using ann = await temporaryRepository({ remote: true });
  await run(ann.path, 'Ann', 'init');
  const env = { TRACKER_ACTOR: 'Ann', TRACKER_SYNC: 'outbound' };
  const argv = ['ticket', 'create', '--title=One'];
  const off = await runMain(['--format=json', '--sync=off', ...argv], { repo: ann.path, env });
  expect(off.json).not.toHaveProperty('sync');
  const sent = await runMain(['--format=json', ...argv], { repo: ann.path, env });
  expect(sent.json).toMatchObject({ sync: { ok: true, sent: 2 } });
});

test('full takes in what others did first; a number lost is acknowledged as it became', async () => {
  await using ann = await temporaryRepository({ remote: true });
  await run(ann.path, 'Ann', 'init');
  await run(ann.path, 'Ann', 'sync');
  const bo = await ann.clone('bo');
  expect(await run(bo.path, 'Bo', 'sync')).toMatchObject({ exitCode: 0, json: { ok: true } });
  await run(bo.path, 'Bo', '--sync=outbound', 'ticket', 'create', '--title=Of Bo');
  const full = await run(ann.path, 'Ann', '--sync=full', 'ticket', 'create', '--title=Of Ann');
  expect(full.json).toMatchObject({ number: 2, sync: { ok: true, renumbered: [] } });
  const late = await run(bo.path, 'Bo', '--sync=outbound', 'ticket', 'create', '--title=Late');
  expect(late.json).toMatchObject({ number: 3, sync: { renumbered: [{ from: 2, to: 3 }] } });
  await bo[Symbol.asyncDispose]();
});

test('what cannot be sent is stored all the same, told, and sent later', async () => {
  await using ann = await temporaryRepository({ remote: true });
  await run(ann.path, 'Ann', 'init');
  const remote = String(ann.remote);
  await ann.asUser(() => rename(remote, `${remote}.away`));
  for (const mode of ['--sync=outbound', '--sync=full']) {
    const created = await run(ann.path, 'Ann', mode, 'ticket', 'create', `--title=${mode}`);
    expect(created).toMatchObject({
      exitCode: 0,
      json: { ok: true, title: mode, sync: { ok: false, error: { code: expect.any(String) } } },
      stderr: expect.stringContaining('`tracker sync` sends it'),
    });
  }
  await ann.asUser(() => rename(`${remote}.away`, remote));
  expect((await run(ann.path, 'Ann', 'sync')).json).toMatchObject({ ok: true, sent: 2 });
});

test('a remote that does not exist is told by its name, what was written being stored', async () => {
  await using ann = await temporaryRepository();
  await run(ann.path, 'Ann', 'init');
  const argv = ['--sync=outbound', '--remote=nowhere', 'ticket', 'create', '--title=Kept'];
  expect((await run(ann.path, 'Ann', ...argv)).json).toMatchObject({
    ok: true,
    sync: {
      ok: false,
      error: { code: 'REMOTE_NAME', message: expect.stringContaining('nowhere') },
    },
  });
  expect((await run(ann.path, 'Ann', 'ticket', 'read')).json).toMatchObject({ total: 1 });
});

test('clones that ask for the next ticket with --sync=full are each given another, and keep it', async () => {
  await using ann = await temporaryRepository({ remote: true });
  await run(ann.path, 'Ann', 'init');
  for (let made = 0; made < 8; made += 1)
    await run(ann.path, 'Ann', 'ticket', 'create', '--title=T');
  await run(ann.path, 'Ann', 'sync');
  const bo = await ann.clone('bo');
  await run(bo.path, 'Bo', 'sync');
  const claimed: { readonly actor: string; readonly id: unknown }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const claims = await Promise.all(
      [ann, bo].map(async ({ path }, at) => {
        const actor = at === 0 ? 'Ann' : 'Bo';
        const { json, exitCode } = await run(path, actor, '--sync=full', 'ticket', 'next');
        expect({ json, exitCode }).toMatchObject({ exitCode: 0, json: { assignee: actor } });
        return { actor, id: Reflect.get(Object(json), 'id') };
      }),
    );
    claimed.push(...claims);
  }
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(6);
  await run(bo.path, 'Bo', 'sync');
  await run(ann.path, 'Ann', 'sync');
  for (const { path } of [ann, bo]) {
    for (const { actor, id } of claimed) {
      const { json } = await run(path, 'Eve', 'ticket', 'read', `--id=${id}`);
      expect(json).toMatchObject({ assignee: actor, status: 'in_progress' });
    }
  }
  await bo[Symbol.asyncDispose]();
});
