import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, test, vi } from 'vitest';
import { boardRepository } from '../../fixtures/board-repository.ts';
import { hasBegun, hasEnded } from '../../fixtures/processes-of.ts';
import { scriptedCommand } from '../../fixtures/scripted-command.ts';
import { serve } from '../../fixtures/web-server.ts';
import { createBridgeLog } from '../bridge-log.ts';

const token = 'correct-horse';

/** `POST /api/run` of a server. */
const runOn = (url: string, argv: readonly string[], signal?: AbortSignal) =>
  fetch(new URL('/api/run', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ argv }),
    ...(signal === undefined ? {} : { signal }),
  });

const secrets = {
  TRACKER_WEB_TOKEN: token,
  TRACKER_MCP_TOKEN: 'mcp-secret',
  NODE_OPTIONS: '--no-warnings',
  FORGE_TOKEN: 'forge-secret',
  TRACKER_AI_API_KEY: 'ai-secret',
};

test('500 runs at once: each answer is its own, the others are told to come again', async () => {
  await using repository = await boardRepository();
  await using server = await serve(repository, secrets, {
    command: scriptedCommand,
    runLimits: { concurrency: 2, waiting: 20 },
  });
  const asked = Array.from({ length: 500 }, (_, index) => `run-${index}`);
  const health = fetch(new URL('/api/health', server.url));
  const answers = await Promise.all(
    asked.map(async name => {
      const response = await runOn(server.url, ['echo', name]);
      return { name, response, body: await response.json() };
    }),
  );
  expect((await health).status).toBe(200);
  const served = answers.filter(({ response }) => response.status === 200);
  expect(served.length).toBeGreaterThanOrEqual(22);
  for (const { name, body } of served) {
    expect(body).toMatchObject({ ok: true, exitCode: 0, json: ['echo', name] });
  }
  const refused = answers.filter(({ response }) => response.status === 429);
  expect(refused.length).toBe(500 - served.length);
  expect(refused.length).toBeGreaterThan(0);
  for (const { response, body } of refused) {
    expect(response.headers.get('retry-after')).toBe('1');
    expect(body).toMatchObject({ ok: false, error: 'BUSY' });
  }
  expect((await runOn(server.url, ['echo', 'after'])).status).toBe(200);
});

test('tickets made at once are all there, each once', async () => {
  await using repository = await boardRepository();
  await using server = await serve(repository, secrets);
  const titles = Array.from({ length: 12 }, (_, index) => `n${index}`);
  const made = await Promise.all(
    titles.map(async title => {
      const response = await runOn(server.url, ['ticket', 'create', `--title=${title}`]);
      return await response.json();
    }),
  );
  made.forEach((answer, index) => {
    expect(answer).toMatchObject({ exitCode: 0, json: { title: titles[index] } });
  });
  const list = await (await runOn(server.url, ['ticket', 'read', '--limit=0'])).json();
  expect(list).toMatchObject({ json: { total: titles.length } });
});

test('what the command sees, and what becomes of it', async () => {
  await using repository = await boardRepository();
  await using server = await serve(repository, secrets, {
    command: scriptedCommand,
    runLimits: { outputBytes: 2 * 1_048_576, timeoutMs: 10_000, graceMs: 300 },
  });

  const seen = await (await runOn(server.url, ['environment'])).json();
  expect(seen).toMatchObject({
    json: { FORGE_TOKEN: 'forge-secret', TRACKER_AI_API_KEY: 'ai-secret' },
  });
  for (const name of ['TRACKER_WEB_TOKEN', 'TRACKER_MCP_TOKEN', 'NODE_OPTIONS']) {
    expect(seen).not.toHaveProperty(['json', name]);
  }

  const place = await (await runOn(server.url, ['place'])).json();
  expect(place).toMatchObject({ json: repository.path });

  const before = process.memoryUsage.rss();
  const flood = await runOn(server.url, ['flood']);
  expect([flood.status, await flood.json()]).toMatchObject([502, { error: 'OUTPUT_LIMIT' }]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1_048_576);

  const killed = await (await runOn(server.url, ['die', 'SIGTERM'])).json();
  expect(killed).toMatchObject({ ok: true, exitCode: 143, signal: 'SIGTERM' });

  const hung = await runOn(server.url, ['hang']);
  expect([hung.status, await hung.json()]).toMatchObject([504, { error: 'TIMED_OUT' }]);
});

test('whoever does not read an answer is cut off, and runs wait for that', async () => {
  await using repository = await boardRepository();
  await using server = await serve(repository, secrets, {
    command: scriptedCommand,
    limits: { unreadBytes: 1_048_576, answerMs: 3_000 },
  });
  const { hostname, port } = new URL(server.url);
  const socket = createConnection(Number(port), hostname);
  socket.on('error', () => {});
  const body = JSON.stringify({ argv: ['much'] });
  socket.pause();
  socket.write(
    `POST /api/run HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await vi.waitFor(
    async () => {
      const response = await runOn(server.url, ['echo']);
      expect(await response.json()).toMatchObject({ error: 'BUSY' });
    },
    { timeout: 30_000, interval: 50 },
  );
  await vi.waitFor(async () => expect((await runOn(server.url, ['echo'])).status).toBe(200), {
    timeout: 30_000,
    interval: 200,
  });
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
});

test('whoever goes away or may not come in leaves no process, no error in the log and nothing unread', async () => {
  await using repository = await boardRepository();
  const lines: string[] = [];
  await using server = await serve(repository, secrets, {
    command: scriptedCommand,
    limits: { unreadBytes: 150 },
    runLimits: { graceMs: 300 },
    log: createBridgeLog({ write: line => lines.push(line) }),
  });
  for (let round = 0; round < 3; round++) {
    const marker = randomUUID();
    const client = new AbortController();
    const asked = runOn(server.url, ['nest', marker], client.signal);
    asked.catch(() => {});
    await hasBegun(marker);
    client.abort();
    await hasEnded(marker);
  }
  const stranger = await fetch(new URL('/api/run', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect([stranger.status, await stranger.json()]).toMatchObject([401, { ok: false }]);
  await vi.waitFor(async () => expect((await runOn(server.url, ['echo'])).status).toBe(200));
  const [, ...told] = lines.map(line => JSON.parse(line));
  const err = { code: 'UNAUTHORIZED', message: expect.any(String) };
  expect(told).toEqual([expect.objectContaining({ level: 40, err })]);
});
