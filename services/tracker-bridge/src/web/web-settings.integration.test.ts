import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boardRepository } from '../../fixtures/board-repository.ts';
import { readWebSettings } from './web-settings.ts';

let repository: Awaited<ReturnType<typeof boardRepository>>;
let folder: string;
beforeAll(async () => {
  repository = await boardRepository();
  folder = await mkdtemp(join(tmpdir(), 'no-repository-'));
});
afterAll(async () => {
  await repository?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const read = (env: Readonly<Record<string, string>> = {}) =>
  readWebSettings({ ...repository.env, ...env }, repository.path);

test('what is not set, or empty', async () => {
  const expected = {
    command: expect.stringMatching(/tracker\.js$/),
    repo: repository.path,
    tempDir: undefined,
    host: '127.0.0.1',
    port: 3847,
    token: undefined,
    allowedHosts: ['127.0.0.1'],
    syncIntervalMs: undefined,
  };
  expect(await read()).toEqual(expected);
  const empty = ['REPO', 'TEMP_DIR', 'HOST', 'PORT', 'ALLOWED_HOSTS', 'SYNC_INTERVAL'];
  const env = Object.fromEntries(empty.map(name => [`TRACKER_WEB_${name}`, '']));
  expect(await read(env)).toEqual(expected);
});

test('what is set; paths from where it was started', async () => {
  const env = {
    TRACKER_WEB_REPO: '.git',
    TRACKER_WEB_TEMP_DIR: 'scratch',
    TRACKER_WEB_HOST: '::',
    TRACKER_WEB_PORT: '0',
    TRACKER_WEB_TOKEN: 'a-token',
    TRACKER_WEB_ALLOWED_HOSTS: ' Board.example.org:443 ,, [fd00::1]',
    TRACKER_WEB_SYNC_INTERVAL: '60',
  };
  expect(await read(env)).toMatchObject({
    repo: join(repository.path, '.git'),
    tempDir: join(repository.path, 'scratch'),
    host: '::',
    port: 0,
    token: 'a-token',
    allowedHosts: ['board.example.org', '[fd00::1]', '[::]'],
    syncIntervalMs: 60_000,
  });
});

test.each([
  ['TRACKER_WEB_REPO', 'not/there'],
  ['TRACKER_WEB_PORT', '65536'],
  ['TRACKER_WEB_PORT', '-1'],
  ['TRACKER_WEB_PORT', '80.0'],
  ['TRACKER_WEB_PORT', 'http'],
  ['TRACKER_WEB_TOKEN', ''],
  ['TRACKER_WEB_TOKEN', ' '],
  ['TRACKER_WEB_TOKEN', 'a b'],
  ['TRACKER_WEB_TOKEN', 'tökén'],
  ['TRACKER_WEB_TOKEN', 'a\n'],
  ['TRACKER_WEB_HOST', '0.0.0.0'],
  ['TRACKER_WEB_HOST', 'board.example.org'],
  ['TRACKER_WEB_HOST', '127.0.0.1.evil.com'],
  ['TRACKER_WEB_ALLOWED_HOSTS', 'a,b/c'],
  ['TRACKER_WEB_ALLOWED_HOSTS', '*'],
  ['TRACKER_WEB_SYNC_INTERVAL', '0'],
  ['TRACKER_WEB_SYNC_INTERVAL', '86401'],
])('%s=%j is refused by name', async (name, value) => {
  await expect(read({ [name]: value })).rejects.toMatchObject({
    code: 'SETTINGS',
    message: expect.stringMatching(new RegExp(`^${name}[^\n]*$`)),
  });
});

test('a folder outside of any repository is refused with the words of git', async () => {
  await expect(read({ TRACKER_WEB_REPO: folder })).rejects.toThrow(/not in a Git repository: .+/);
});

test('whatever ports and intervals are given, each is taken or refused by name', async () => {
  const text = fc.oneof(fc.nat({ max: 100_000 }).map(String), fc.string());
  await fc.assert(
    fc.asyncProperty(text, text, async (port, interval) => {
      const env = { TRACKER_WEB_PORT: port, TRACKER_WEB_SYNC_INTERVAL: interval };
      const settings = await read(env).catch(String);
      if (typeof settings === 'string') expect(settings).toMatch(/TRACKER_WEB_(PORT|SYNC)/);
      else expect(settings.port).toBe(port === '' ? 3847 : Number(port));
    }),
    { numRuns: 20 },
  );
});
