import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ForgeServer, startForge } from '../../fixtures/forge/forge-server.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';

let repository: TemporaryRepository;
let forge: ForgeServer;
beforeEach(async () => {
  repository = await temporaryRepository();
  forge = await startForge('owner/project', () => Date.now());
  await tracker('init');
});
afterEach(async () => {
  await forge[Symbol.asyncDispose]();
  await repository[Symbol.asyncDispose]();
});

function tracker(...argv: readonly string[]) {
  const forgeEnv = { FORGE_TOKEN: forge.token, FORGE_API_URL: forge.url };
  return runCommand(['--format=json', '--forge-repo=owner/project', '--actor=me', ...argv], {
    cwd: repository.path,
    env: { ...repository.env, ...forgeEnv },
  });
}

it('brings issues in as tickets, each once', async () => {
  const labels = ['bug'];
  const first = forge.repository.open('stranger', 'first', 'body', { labels, assignees: ['ann'] });
  forge.repository.comment(first.number, 'ben', 'a comment');
  forge.repository.open('ann', 'a pull request', null, { isPullRequest: true });
  forge.repository.open('ann', 'third', null, { state: 'closed', stateReason: 'not_planned' });
  const open = await tracker('ticket', 'import-forge');
  expect(open).toMatchObject({
    exitCode: 0,
    stderr: '',
    json: {
      ok: true,
      created: 1,
      items: [
        {
          title: 'first',
          body: 'body',
          status: 'backlog',
          labels,
          assignee: 'ann',
          createdBy: '@stranger',
          forgeIssue: { repo: 'owner/project', number: 1 },
          comments: [{ body: 'a comment', createdBy: '@ben' }],
        },
      ],
    },
  });
  const all = await tracker('ticket', 'import-forge', '--all');
  expect(all.json).toMatchObject({
    created: 1,
    items: [{ number: 1 }, { number: 2, title: 'third', status: 'cancelled' }],
  });
  expect((await tracker('ticket', 'import-forge', '--id=3')).json).toMatchObject({
    created: 0,
    items: [{ number: 2 }],
  });
  expect(
    (await tracker('ticket', 'import-forge', '--state=all', '--label=BUG')).json,
  ).toMatchObject({ items: [{ number: 1 }] });
});

it('is the same ticket whichever clone brings it in', async () => {
  forge.repository.open('ann', 'first');
  const here = await tracker('ticket', 'import-forge', '--id=1');
  await using other = await temporaryRepository();
  const env = { ...other.env, FORGE_TOKEN: forge.token, FORGE_API_URL: forge.url };
  const options = { cwd: other.path, env };
  await runCommand(['init'], options);
  const argv = ['--format=json', '--forge-repo=OWNER/Project', 'ticket', 'import-forge', '--id=#1'];
  const there = await runCommand(argv, options);
  expect(idOf(there.json)).toBe(idOf(here.json));
});

it('takes no ticket over for a stranger who wrote its marker', async () => {
  const created = await tracker('ticket', 'create', '--title=mine');
  const { id } = Object(created.json);
  forge.repository.open('stranger', 'evil', `evil\n\n<!-- tracker:${id} -->`);
  expect((await tracker('ticket', 'import-forge')).json).toMatchObject({
    created: 1,
    items: [{ number: 2, title: 'evil', body: 'evil' }],
  });
  forge.repository.open('owner', 'made for mine', `text\n\n<!-- tracker:${id} -->`);
  expect((await tracker('ticket', 'import-forge', '--id=2')).json).toMatchObject({
    created: 0,
    items: [{ number: 1, id, forgeIssue: { number: 2 } }],
  });
});

it.each([
  [['--id=99'], 'NOT_FOUND', 1],
  [['--id=x'], 'INVALID', 1],
  [['--id=1', '--state=all'], 'USAGE', 1],
  [['--all', '--state=open'], 'USAGE', 1],
  [['--state=odd'], 'INVALID', 1],
  [['--label=a,b'], 'INVALID', 1],
] as const)('tells %j as %s', async (argv, code, exitCode) => {
  const ran = await tracker('ticket', 'import-forge', ...argv);
  expect(ran).toMatchObject({ exitCode, json: { ok: false, error: { code } } });
});

it('needs a repository, and a token that is never shown', async () => {
  const { path: cwd, env } = repository;
  const run = (more: Record<string, string>) =>
    runCommand(['--format=json', 'ticket', 'import-forge'], { cwd, env: { ...env, ...more } });
  expect((await run({})).json).toMatchObject({ error: { code: 'USAGE' } });
  expect((await run({ FORGE_REPO: 'a/b' })).json).toMatchObject({ error: { code: 'AUTH' } });
  const wrong = await run({
    FORGE_REPO: 'owner/project',
    FORGE_TOKEN: 'wrong-token',
    FORGE_API_URL: forge.url,
  });
  expect(wrong).toMatchObject({ exitCode: 2, json: { error: { code: 'AUTH' } } });
  expect(wrong.stdout + wrong.stderr).not.toContain('wrong-token');
});

function idOf(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json)).items[0].id;
}
