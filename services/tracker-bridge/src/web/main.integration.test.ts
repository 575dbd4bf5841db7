import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { boardRepository } from '../../fixtures/board-repository.ts';
import { hasEnded } from '../../fixtures/processes-of.ts';
import { responseValidator as healthResult } from '../app/api/health/route.get.config.ts';

const command = fileURLToPath(new URL('../../bin/tracker-web.js', import.meta.url));
let repository: Awaited<ReturnType<typeof boardRepository>>;
let scratch: string;

beforeAll(async () => {
  repository = await boardRepository();
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'tracker-web-main-')));
});
afterAll(async () => {
  await repository?.[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly said: Promise<string>;
  readonly complained: Promise<string>;
  readonly ended: Promise<unknown[]>;
}

function start(env: Readonly<Record<string, string>>, ...args: readonly string[]): Started {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: repository.path,
    env: { ...repository.env, TMPDIR: scratch, TRACKER_WEB_PORT: '0', ...env },
  });
  const ended = once(child, 'exit');
  return { child, said: text(child.stdout), complained: text(child.stderr), ended };
}

/** The address that it prints once it listens. */
async function addressOf({ child }: Started): Promise<string> {
  const [line] = await once(child.stdout ?? child, 'data');
  return /http:\S+/.exec(String(line))?.[0] ?? `no address in ${line}`;
}

async function tempDirOf(url: string): Promise<string> {
  const health = await (await fetch(new URL('/api/health', url))).json();
  if (!Check(healthResult, health)) throw new Error(`no health: ${JSON.stringify(health)}`);
  return health.tempDirParent;
}

test('SIGTERM ends it and a run that is under way, whose client is told; nothing of its own is left', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await repository.git('remote', 'add', 'silent', `http://127.0.0.1:${port}/marker-${port}.git`);
  const started = start({});
  const url = await addressOf(started);
  await access(await tempDirOf(url));
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<div id="root">');
  const connected = once(silent, 'connection');
  const answer = fetch(new URL('/api/run', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ argv: ['sync'], remote: 'silent' }),
  });
  await connected;
  started.child.kill('SIGTERM');
  const response = await answer;
  expect([response.status, await response.json()]).toMatchObject([503, { error: 'UNAVAILABLE' }]);
  expect(await started.ended).toEqual([0, null]);
  await hasEnded(`marker-${port}`);
  silent.close();
  expect(await readdir(scratch)).toEqual([]);
  expect(await started.said).toMatch(/^The tracker of \S+: http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('all mistakes of the settings are told at once, and no secret', async () => {
  const started = start({
    TRACKER_WEB_REPO: scratch,
    TRACKER_WEB_PORT: '70000',
    TRACKER_WEB_TOKEN: 'two words',
    TRACKER_WEB_ALLOWED_HOSTS: 'https://a.b/c',
    TRACKER_WEB_SYNC_INTERVAL: 'often',
  });
  expect(await started.ended).toEqual([1, null]);
  const told = await started.complained;
  for (const name of ['REPO', 'PORT', 'TOKEN', 'ALLOWED_HOSTS', 'SYNC_INTERVAL']) {
    expect(told).toContain(`TRACKER_WEB_${name}`);
  }
  expect(told).not.toContain('two words');
  expect(await started.said).toBe('');
});

test('a port that is taken is told, and the temporary folder goes', async () => {
  const before = await readdir(scratch);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const started = start({ TRACKER_WEB_PORT: port });
  expect(await started.ended).toEqual([1, null]);
  expect(await started.complained).toContain(`port ${port}: the port is taken`);
  expect(await readdir(scratch)).toEqual(before);
  taken.close();
});

test('it says how it is used, and takes no arguments that it does not know', async () => {
  const [help, version, unknown] = [
    start({}, '--help'),
    start({}, '--version'),
    start({}, '--prot'),
  ];
  expect(await help.ended).toEqual([0, null]);
  expect(await help.said).toContain('TRACKER_WEB_REPO');
  expect(await version.said).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await unknown.ended).toEqual([1, null]);
  expect(await unknown.complained).toContain("'--prot'");
});

test('it syncs on an interval, and tells the log what fails, without credentials; SIGINT ends it', async () => {
  await repository.git('remote', 'add', 'origin', 'http://ann:hunter2@127.0.0.1:9/none.git');
  const started = start({
    TRACKER_WEB_SYNC_INTERVAL: '1',
    TRACKER_WEB_TEMP_DIR: join(scratch, 'made/for/it'),
    FORGE_TOKEN: 'forge-secret',
  });
  let log = '';
  started.child.stderr?.on('data', chunk => {
    log += chunk;
  });
  await vi.waitFor(() => expect(log).toContain('sync failed'), { timeout: 60_000 });
  started.child.kill('SIGINT');
  expect(await started.ended).toEqual([0, null]);
  expect(log).not.toMatch(/hunter2|forge-secret/);
  await access(join(scratch, 'made/for/it'));
});
