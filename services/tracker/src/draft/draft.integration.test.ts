import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../fixtures/model/model-server.ts';
import { type Ran, runCommand } from '../../fixtures/run-command.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';

const key = 'sk-secret-0123456789';
const answer = {
  kind: 'answer',
  text: '{"title":"Pay by card","body":"","labels":["money"]}',
} as const;

function environment({ env }: TemporaryRepository, { url }: Pick<ModelServer, 'url'>) {
  return { ...env, TRACKER_AI_API_KEY: key, TRACKER_AI_BASE_URL: url, TRACKER_AI_MODEL: 'm' };
}

async function begun(): Promise<TemporaryRepository> {
  const repository = await temporaryRepository();
  const { env, path: cwd } = repository;
  await runCommand(['init'], { cwd, env });
  await runCommand(['epic', 'create', '--title=Shop'], { cwd, env });
  await runCommand(['story', 'create', '--title=Pay', '--epic=1'], { cwd, env });
  return repository;
}

async function draft(
  repository: TemporaryRepository,
  server: Pick<ModelServer, 'url'>,
  argv: readonly string[],
  input = '',
): Promise<Ran> {
  const options = { cwd: repository.path, env: environment(repository, server), input };
  const ran = await runCommand(['--format=json', 'draft', ...argv], options);
  expect(ran.stdout + ran.stderr).not.toContain(key);
  return ran;
}

test('a draft is printed and stored only with --create', async () => {
  await using repository = await begun();
  await using server = await startModelServer(answer);
  const branch = await repository.git('rev-parse', 'tracker-data');
  const printed = await draft(repository, server, ['ticket', '--from=customers want cards']);
  expect(printed.json).toMatchObject({
    ok: true,
    stored: false,
    draft: { type: 'ticket', title: 'Pay by card', labels: ['money'] },
  });
  expect(await repository.git('rev-parse', 'tracker-data')).toBe(branch);
  const stored = await draft(repository, server, [
    'ticket',
    '--from=cards',
    '--create',
    '--story=1',
  ]);
  expect(stored.json).toMatchObject({ ok: true, number: 1, title: 'Pay by card' });
  expect(stored.json).toHaveProperty('storyId', expect.stringMatching(/^[0-9A-Z]{26}$/));
});

test('--from is a file where there is one, standard input for a dash, else the text', async () => {
  await using repository = await begun();
  await using server = await startModelServer(answer);
  await repository.write('notes.md', 'what the file says');
  await draft(repository, server, ['ticket', '--from=notes.md']);
  await draft(repository, server, ['ticket', '--from=-'], 'what was piped');
  await draft(repository, server, ['ticket', '--from=other.md']);
  const sent = server.requests.map(({ body }) => /"\{\\"material\\":\\"(.*?)\\"/.exec(body)?.[1]);
  expect(sent).toEqual(['what the file says', 'what was piped', 'other.md']);
});

test('nothing is sent where the call is wrong', async () => {
  await using repository = await begun();
  await using server = await startModelServer(answer);
  const wrong: readonly (readonly string[])[] = [
    ['ticket'],
    ['ticket', '--from='],
    ['ticket', '--from=x', '--timeout=0'],
    ['ticket', '--from=x', '--story=9'],
    ['story', '--from=x', '--create'],
    ['ticket', '--from=.'],
    ['ticket', '--from= '],
  ];
  for (const argv of wrong) {
    const { exitCode, json } = await draft(repository, server, argv);
    expect([argv, exitCode, json]).toEqual([
      argv,
      expect.toBeOneOf([1, 2]),
      expect.objectContaining({ ok: false }),
    ]);
  }
  const large = await draft(repository, server, ['ticket', '--from=-'], 'x'.repeat(300_000));
  expect(large.json).toMatchObject({ error: { code: 'INVALID' } });
  expect(server.requests).toEqual([]);
});

test('without a key it is AUTH, and an endpoint that refuses it, too', async () => {
  await using repository = await begun();
  const { path: cwd, env } = repository;
  const without = await runCommand(['--format=json', 'draft', 'ticket', '--from=x'], { cwd, env });
  expect(without).toMatchObject({ exitCode: 2, json: { error: { code: 'AUTH' } } });
  const body = { error: { message: `Incorrect API key provided: ${key}` } };
  await using server = await startModelServer({ kind: 'status', status: 401, body });
  const refused = await draft(repository, server, ['ticket', '--from=x']);
  expect(refused).toMatchObject({ exitCode: 2, json: { error: { code: 'AUTH' } } });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the request and stores nothing',
  async signal => {
    await using repository = await begun();
    await using server = await startModelServer({ kind: 'silence' });
    const branch = await repository.git('rev-parse', 'tracker-data');
    const command = fileURLToPath(new URL('../../bin/tracker.js', import.meta.url));
    const running = execa(process.execPath, [command, 'draft', 'ticket', '--from=x', '--create'], {
      cwd: repository.path,
      env: environment(repository, server),
      extendEnv: false,
      reject: false,
      timeout: 30_000,
    });
    await server.asked;
    running.kill(signal);
    await server.abandoned;
    expect((await running).signal).toBe(signal);
    expect(await repository.git('rev-parse', 'tracker-data')).toBe(branch);
  },
);
