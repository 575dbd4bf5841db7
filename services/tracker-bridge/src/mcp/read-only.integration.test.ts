import { runIn } from '@picket/tracker/fixtures/run-command';
import { afterAll, expect, test } from 'vitest';
import { boardRepository } from '../../fixtures/board-repository.ts';
import { connectCurrent } from '../../fixtures/mcp-clients.ts';
import { serveMcp } from '../../fixtures/mcp-server.ts';
import { subcommands } from './subcommand-policy.ts';

const board = await boardRepository();
await runIn(board, 'ticket', 'create', '--title=Round half to even');
// It would send what is changed, were anything.
const server = await serveMcp(board, {
  env: { TRACKER_MCP_READ_ONLY: 'true', TRACKER_SYNC: 'full' },
});
afterAll(async () => {
  await server.close();
  await board[Symbol.asyncDispose]();
});

const tip = () => board.git('rev-parse', 'tracker-data');

test('every subcommand is known', async () => {
  const groups = ['epic', 'story', 'ticket', 'draft'];
  const named = async (...argv: readonly string[]) => {
    const { stdout } = await runIn(board, ...argv, '--help');
    const commands = stdout.slice(stdout.search(/^(Commands|Records):/m));
    return [...commands.matchAll(/^ {2}([a-z][a-z-]*)(?: <\w+>)? {2,}\S/gm)].map(
      ([, name]) => name,
    );
  };
  const plain = (await named()).filter(name => name !== 'help' && !groups.includes(name ?? ''));
  const grouped = await Promise.all(
    groups.map(async group =>
      (await named(group)).filter(name => name !== 'help').map(name => `${group} ${name}`),
    ),
  );
  expect([...plain, ...grouped.flat()].sort()).toEqual([...subcommands].sort());
});

test('reads, and changes nothing', async () => {
  await using client = await connectCurrent({ url: server.url });
  const before = await tip();
  for (const argv of [
    ['ticket', 'read', '--id=1'],
    ['ticket', 'ready'],
    ['doctor'],
    ['export'],
    ['ticket', 'next', '--help'],
  ]) {
    expect(await client.run({ argv })).toMatchObject({ isError: false, document: { exitCode: 0 } });
  }
  for (const input of [
    { argv: ['ticket', 'next'] },
    { argv: ['ticket', 'create', '--title', '--help'] },
    { argv: ['ticket', 'comment', '--id=1', '--body', '-h'] },
    { argv: ['doctor', '--fix'] },
    { argv: ['--', 'ticket', 'next'] },
    { argv: ['ticket', 'read'], sync: 'full' },
  ]) {
    expect(await client.run(input)).toMatchObject({
      isError: true,
      document: { error: 'FORBIDDEN', message: expect.stringContaining('ticket read') },
    });
  }
  expect(await tip()).toBe(before);
});

test('says so to its host', async () => {
  await using client = await connectCurrent({ url: server.url });
  expect(await client.listTools()).toMatchObject({
    tools: [
      { annotations: { readOnlyHint: true }, description: expect.stringMatching(/^Only these/) },
    ],
  });
});
