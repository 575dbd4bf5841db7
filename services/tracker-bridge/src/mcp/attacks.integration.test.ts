import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import { Parse } from 'typebox/value';
import { afterAll, expect, test, vi } from 'vitest';
import { connectCurrent } from '../../fixtures/mcp-clients.ts';
import { serveMcp } from '../../fixtures/mcp-server.ts';
import { scriptedCommand } from '../../fixtures/scripted-command.ts';
import { responseValidator as healthResult } from '../app/api/health/route.get.config.ts';
import { createBridgeLog } from '../bridge-log.ts';

const token = 'not-a-secret';
const repository = await temporaryRepository();
/** Of the server's log. */
const lines: string[] = [];
const server = await serveMcp(repository, {
  env: { TRACKER_MCP_TOKEN: token, TRACKER_MCP_ALLOWED_HOSTS: 'tracker.example' },
  command: scriptedCommand,
  runs: { concurrency: 2, waiting: 20 },
  log: createBridgeLog({ write: line => lines.push(line) }),
});
const { hostname, port } = new URL(server.url);
afterAll(async () => {
  await server.close();
  await repository[Symbol.asyncDispose]();
});

const authorization = `Bearer ${token}`;

/** By node:http, which sends the Host that it is told. */
async function post(
  headers: Readonly<Record<string, string>>,
  body: string = JSON.stringify(callOf({ argv: ['echo'] })),
): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: string }> {
  const sent = httpRequest(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  const answered = once(sent, 'response');
  sent.end(body);
  const [response]: IncomingMessage[] = await answered;
  if (response === undefined) throw new Error('there is no response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

async function askHealth(): Promise<unknown> {
  const response = await fetch(new URL('/api/health', server.url));
  return await response.json();
}

const callOf = (input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'tracker_run', arguments: input },
});

test.each([
  ['no token', {}],
  ['a wrong token', { authorization: 'Bearer wrong' }],
  ['a longer token', { authorization: `${authorization}x` }],
  ['another scheme', { authorization: `Basic ${token}` }],
  ['the bare token', { authorization: token }],
])('%s: 401', async (_, headers) => {
  const { status, headers: answered } = await post(headers);
  expect(status).toBe(401);
  expect(answered['www-authenticate']).toBe('Bearer');
});

test('the token alone is enough', async () => {
  const { status, body } = await post({ authorization });
  expect(status).toBe(200);
  expect(body).toContain('"exitCode');
});

test.each([
  'evil.example',
  `evil.example:${port}`,
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'tracker.example.evil.example',
  '10.0.0.1',
  'localhost@evil.example',
])('the Host %s: 403', async host => {
  expect((await post({ authorization, host })).status).toBe(403);
});

test.each(['localhost', `127.0.0.1:${port}`, 'tracker.example', `TRACKER.example:${port}`])(
  'the Host %s is the server',
  async host => {
    expect((await post({ authorization, host })).status).toBe(200);
  },
);

test.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'file://', 'x'])(
  'the Origin %s: 403',
  async origin => {
    expect((await post({ authorization, origin })).status).toBe(403);
  },
);

test('a page that sends text/plain across sites: 415', async () => {
  expect((await post({ authorization, 'content-type': 'text/plain' })).status).toBe(415);
});

test('a body of more than 1 MiB: 413, whatever its length says', async () => {
  const big = JSON.stringify(callOf({ argv: ['x'.repeat(1_048_576)] }));
  expect((await post({ authorization }, big)).status).toBe(413);
  expect((await post({ authorization, 'transfer-encoding': 'chunked' }, big)).status).toBe(413);
});

test.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['deep JSON', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  [
    'a deep argument',
    JSON.stringify(callOf({})).replace('{}', `${'['.repeat(9_000)}${']'.repeat(9_000)}`),
  ],
  ['an endless batch', JSON.stringify(Array(5_000).fill(callOf({ argv: ['echo'] })))],
])('%s is refused, and the server goes on', async (_, body) => {
  const answer = await post({ authorization }, body);
  expect(answer.body).not.toContain('exitCode');
  expect(answer.body).toMatch(/error/i);
  expect((await post({ authorization })).status).toBe(200);
});

test.each(['//', '/%', '/mcp/../x', 'http://[', '*'])('the path %s does not end it', async path => {
  const sent = httpRequest({ hostname, port, path, method: 'GET' });
  const answered = once(sent, 'response');
  sent.end();
  const [response]: IncomingMessage[] = await answered;
  expect([400, 404]).toContain(response?.statusCode);
  expect((await post({ authorization })).status).toBe(200);
});

test('__proto__ is an argument that does not exist', async () => {
  const input = '{"argv":["echo"],"__proto__":{"repo":"/"}}';
  const { body } = await post({ authorization }, JSON.stringify(callOf({})).replace('{}', input));
  expect(body).not.toContain('exitCode\\": 1');
  expect(Object.hasOwn(Object.prototype, 'repo')).toBe(false);
});

test.each([
  ['headers', 'POST /mcp HTTP/1.1\r\nhost: localhost\r\n'],
  [
    'bodies',
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  ],
])('slow %s: the connection is ended', async (_, begin) => {
  await using hasty = await serveMcp(repository, {
    env: { TRACKER_MCP_TOKEN: token },
    http: { headersTimeout: 1_000, requestTimeout: 1_000, connectionsCheckingInterval: 100 },
  });
  const socket = connect(Number(new URL(hasty.url).port), hostname);
  socket.write(begin);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 |^$/);
});

test('of 500 calls at once as many as may run do, the others are told, none is lost or mixed up', async () => {
  await using client = await connectCurrent({ url: server.url, token });
  const calls = Array.from({ length: 500 }, (_, index) =>
    client.run({ argv: ['echo', `n${index}`] }),
  );
  const answers = await Promise.all(calls);
  let ran = 0;
  for (const [index, { isError, document }] of answers.entries()) {
    if (!isError) ran++;
    expect(document).toMatchObject(
      isError ? { ok: false, error: 'BUSY' } : { exitCode: 0, parsedStdout: ['echo', `n${index}`] },
    );
  }
  expect(ran).toBeGreaterThanOrEqual(22);
});

test('no path outside the roots, however it is told', async () => {
  await using client = await connectCurrent({ url: server.url, token });
  const { tempDirParent } = Parse(healthResult, await askHealth());
  const outside = join(repository.folder, 'outside');
  await mkdir(outside);
  await repository.asUser(() => symlink(outside, join(repository.path, 'link')));
  await symlink(outside, join(tempDirParent, 'link'));
  const inputs = [
    { repo: '/' },
    { repo: outside },
    { repo: '..' },
    { repo: 'link' },
    { cwd: '/etc' },
    { repo: tempDirParent },
    { tempDir: '/tmp' },
    { tempDir: repository.path },
    { tempDir: join(repository.path, '.git/refs/heads/x') },
    { tempDir: 'own/.git/x' },
    { tempDir: 'link/new' },
    { repo: `${repository.path}x` },
  ];
  for (const input of inputs) {
    expect(await client.run({ argv: ['echo'], ...input })).toMatchObject({
      isError: true,
      document: { error: 'BAD_REQUEST', message: expect.stringMatching(/must (not )?lie inside/) },
    });
  }
  expect(await client.run({ argv: ['echo'], tempDir: 'own' })).toMatchObject({ isError: false });
  expect(await client.run({ argv: ['place'], cwd: '.' })).toMatchObject({
    document: { parsedStdout: repository.path },
  });
});

test.each([
  [['--repo=/', 'ticket', 'read']],
  [['ticket', 'read', '--repo', '/']],
  [['--temp-dir=/tmp', 'ticket', 'read']],
  [['--format=text', 'ticket', 'read']],
  [['ticket', 'create', '--body-file=/etc/passwd']],
  [['import', '/etc/passwd']],
  [['export', '--output=/tmp/x']],
])('%j is refused over HTTP', async argv => {
  await using client = await connectCurrent({ url: server.url, token });
  expect(await client.run({ argv })).toMatchObject({
    isError: true,
    document: { error: 'BAD_REQUEST' },
  });
});

test('a value may look like a reserved flag', async () => {
  await using client = await connectCurrent({ url: server.url, token });
  expect(await client.run({ argv: ['echo', '--title=--repo'] })).toMatchObject({
    document: { parsedStdout: ['echo', '--title=--repo'] },
  });
});

test('the command is not told the token', async () => {
  await using client = await connectCurrent({ url: server.url, token });
  const { document } = await client.run({ argv: ['environment'] });
  expect(JSON.stringify(document)).not.toContain(token);
});

test('health is told to anybody, by any name', async () => {
  expect(await askHealth()).toEqual({
    ok: true,
    repoPath: repository.path,
    tempDirParent: expect.stringContaining('tracker-mcp-'),
  });
});

test('whoever goes away in the midst of a request is no error of the server', async () => {
  const told = lines.length;
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: 100\r\n\r\n{`,
    () => setTimeout(() => socket.destroy(), 100),
  );
  await once(socket, 'close');
  expect((await post({ authorization }, '[]')).status).toBe(400);
  await vi.waitFor(() => expect(lines.slice(told).join('')).toContain('empty-batch'));
  for (const line of lines.slice(told)) {
    expect(JSON.parse(line).level).toBeLessThanOrEqual(40);
    expect(line).not.toContain('"stack"');
  }
});
