import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runIn } from '@picket/tracker/fixtures/run-command';
import { execa } from 'execa';
import { afterAll, describe, expect, test } from 'vitest';
import { boardRepository } from '../../fixtures/board-repository.ts';
import { mcpProgram } from '../../fixtures/mcp-clients.ts';
import { serveMcp } from '../../fixtures/mcp-server.ts';

const token = 'not-a-secret';
const board = await boardRepository();
await runIn(board, 'ticket', 'create', '--title=Round half to even');
const server = await serveMcp(board, { env: { TRACKER_MCP_TOKEN: token } });
afterAll(async () => {
  await server.close();
  await board[Symbol.asyncDispose]();
});

/** What comes with a package, in a folder that it may fill. */
const official = (program: string, ...args: readonly string[]) =>
  execa(program, args, {
    cwd: board.folder,
    env: board.env,
    extendEnv: false,
    preferLocal: true,
    localDir: dirname(mcpProgram),
    stdin: 'ignore',
    reject: false,
    all: true,
    timeout: 100_000,
  });

/** Its client sends no token, so the server asks for none. */
test('the official conformance suite: what applies passes, and nothing else does', async () => {
  const baseline = fileURLToPath(new URL('../../fixtures/mcp-conformance.yml', import.meta.url));
  await using open = await serveMcp(board);
  const run = ['server', '--url', open.url, '--suite', 'all', '--expected-failures', baseline];
  const { all, exitCode } = await official('conformance', ...run, '--output-dir', 'conformance');
  expect(exitCode, all).toBe(0);
  for (const scenario of [
    'server-initialize',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ]) {
    expect(all).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
  }
});

const overHttp = [server.url, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
const overStdio = [process.execPath, mcpProgram, '--cwd', board.path];

/** Each transport and each protocol once for either. */
const listing = { HTTP: 'legacy', stdio: 'modern' } as const;
const calling = { HTTP: 'modern', stdio: 'legacy' } as const;

describe.each([
  { transport: 'HTTP', target: overHttp },
  { transport: 'stdio', target: overStdio },
] as const)('the inspector over $transport', ({ transport, target }) => {
  const inspect = (era: string, ...args: readonly string[]) =>
    official('inspector', '--cli', ...target, '--protocol-era', era, '--quiet', ...args);

  test('lists the tool and finds nothing wrong with its schema', async () => {
    const list = ['--method', 'tools/list', '--strict'];
    const { stdout, exitCode, all } = await inspect(listing[transport], ...list);
    expect(exitCode, all).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ tools: [{ name: 'tracker_run' }] });
  });

  test('calls it', async () => {
    const input = JSON.stringify({ argv: ['ticket', 'read', '--id=1'] });
    const call = [
      '--method',
      'tools/call',
      '--tool-name',
      'tracker_run',
      '--tool-args-json',
      input,
    ];
    const { stdout, exitCode, all } = await inspect(calling[transport], ...call);
    expect(exitCode, all).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      content: [{ text: expect.stringContaining('"title": "Round half to even"') }],
    });
  });
});
