import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { temporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import { execa } from 'execa';
import { afterAll, expect, test } from 'vitest';
import { mcpProgram } from '../../fixtures/mcp-clients.ts';
import { hasBegun, hasEnded } from '../../fixtures/processes-of.ts';

const repository = await temporaryRepository();
afterAll(() => repository[Symbol.asyncDispose]());

/** The real program. */
const start = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  execa(process.execPath, [mcpProgram, ...args], {
    cwd: repository.path,
    env: { ...repository.env, ...env },
    extendEnv: false,
    reject: false,
    timeout: 60_000,
  });

const message = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const initialize = message(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

/** Holds the command up until it is killed: a pipe that nobody writes into. */
const hanging = async () => {
  const path = `${repository.folder}/${randomUUID()}`;
  await execa('mkfifo', [path]);
  const argv = ['ticket', 'create', '--title=x', `--body-file=${path}`];
  return { path, call: message(1, 'tools/call', { name: 'tracker_run', arguments: { argv } }) };
};

test('standard output carries the protocol alone, its errors go elsewhere', async () => {
  const child = start();
  const refused = { name: 'tracker_run', arguments: { argv: ['--format=text'] } };
  child.stdin.write(`${initialize}no JSON\n${message(1, 'tools/call', refused)}`);
  const lines: string[] = [];
  for await (const line of child.iterable()) {
    lines.push(line);
    if (lines.length === 2) child.stdin.end();
  }
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({ id: 0, jsonrpc: '2.0' }),
    expect.objectContaining({ id: 1, jsonrpc: '2.0' }),
  ]);
  const { exitCode, stderr } = await child;
  expect(exitCode).toBe(0);
  expect(JSON.parse(stderr)).toMatchObject({ level: 40, code: 'BAD_REQUEST' });
});

test.each(['SIGTERM', 'the end of its input'] as const)(
  '%s ends it, and the command that runs',
  async end => {
    const child = start();
    const { path, call } = await hanging();
    child.stdin.write(`${initialize}${call}`);
    await hasBegun(path);
    if (end === 'the end of its input') child.stdin.end();
    else child.kill(end);
    expect(await child).toMatchObject({ exitCode: 0 });
    await hasEnded(path);
  },
);

test('serves HTTP where it is told to, until SIGINT', async () => {
  const child = start(['--http'], { TRACKER_MCP_PORT: '0' });
  const [line] = await once(child.stderr, 'data');
  const { url } = JSON.parse(String(line));
  expect(await (await fetch(new URL('/api/health', url))).json()).toMatchObject({ ok: true });
  child.kill('SIGINT');
  expect(await child).toMatchObject({ exitCode: 0, stdout: '' });
});

test('says why it does not start', async () => {
  expect(await start([], { TRACKER_MCP_REPO: repository.folder })).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(/^TRACKER_MCP_REPO: .* is not in a Git repository/),
  });
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await start(['--http'], { TRACKER_MCP_PORT: String(port) })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('EADDRINUSE'),
  });
  taken.close();
});
