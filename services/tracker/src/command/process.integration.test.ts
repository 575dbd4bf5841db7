import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ran } from '../../fixtures/run-command.ts';
import { runMain } from '../../fixtures/run-main.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';

const command = fileURLToPath(new URL('../../bin/tracker.js', import.meta.url));

let repository: TemporaryRepository;

beforeAll(async () => {
  repository = await temporaryRepository();
  await runMain(['init'], { repo: repository.path });
  const argv = ['ticket', 'create', '--title=Long', `--body=${'x'.repeat(60_000)}`];
  for (let made = 0; made < 5; made += 1) await runMain(argv, { repo: repository.path });
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

/** Runs a line of bash in which $tracker is the command. */
async function bash(line: string): Promise<Pick<Ran, 'exitCode' | 'stdout' | 'stderr'>> {
  const { exitCode, stdout, stderr } = await execa('bash', ['-c', line], {
    cwd: repository.path,
    env: { ...repository.env, tracker: `${process.execPath} ${command}` },
    extendEnv: false,
    timeout: 60_000,
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

test('whoever stops reading early is no error', async () => {
  const { stdout, stderr } = await bash(
    '$tracker --format json ticket read | head -c 5; echo ":$PIPESTATUS"',
  );
  expect(stdout).toBe('{"ite:0');
  expect(stderr).toBe('');
});

test('an output that cannot be written is an error', async () => {
  const { exitCode, stderr } = await bash('$tracker ticket read > /dev/full');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('(FILE)');
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends it with the usual code while it waits for input', async (signal, code) => {
  const child = spawn(
    process.execPath,
    [command, 'ticket', 'create', '--title=t', '--body-file=-'],
    {
      cwd: repository.path,
      env: repository.env,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<[number | null, string | null]>(resolve => {
    child.once('close', (exitCode, by) => resolve([exitCode, by]));
  });
  // Taken from the pipe by the child: it is waiting for more.
  child.stdin.write('x'.repeat(200_000), () => child.kill(signal));
  const [exitCode, by] = await ended;
  expect(by ?? exitCode).toBe(by === null ? code : signal);
});

test('SIGTERM stops a sync that waits for its remote', async () => {
  const connected = Promise.withResolvers<void>();
  const server = createServer(() => connected.resolve()).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await repository.git('remote', 'add', 'silent', `git://127.0.0.1:${port}/x`);
  const argv = [command, '--remote=silent', 'sync'];
  const child = spawn(process.execPath, argv, {
    cwd: repository.path,
    env: repository.env,
    stdio: 'ignore',
  });
  const ended = new Promise<string | null>(resolve => {
    child.once('close', (_, by) => resolve(by));
  });
  await connected.promise;
  child.kill('SIGTERM');
  expect(await ended).toBe('SIGTERM');
  server.close();
});

test('a stack is told only where TRACKER_DEBUG asks for it', async () => {
  const quiet = await bash('$tracker ticket read --id=99');
  expect(quiet.stderr).not.toContain('    at ');
  const loud = await bash('TRACKER_DEBUG=1 $tracker ticket read --id=99');
  expect(loud.stderr).toContain('    at ');
});

test('commands that are given no actor take the identity that git has', async () => {
  const { stdout } = await bash(
    'env -u TRACKER_ACTOR $tracker --format json ticket create --title=Mine && git config user.name',
  );
  const [record = '', name = ''] = stdout.split('\n');
  expect(JSON.parse(record)).toMatchObject({ createdBy: expect.stringContaining(name) });
});
