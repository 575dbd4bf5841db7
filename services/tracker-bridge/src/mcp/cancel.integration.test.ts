import { randomUUID } from 'node:crypto';
import { temporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import { afterAll, describe, expect, test } from 'vitest';
import { clients } from '../../fixtures/mcp-clients.ts';
import { serveMcp } from '../../fixtures/mcp-server.ts';
import { hasBegun, hasEnded } from '../../fixtures/processes-of.ts';
import { scriptedCommand } from '../../fixtures/scripted-command.ts';

const repository = await temporaryRepository();
const server = await serveMcp(repository, {
  command: scriptedCommand,
  runs: { graceMs: 300, concurrency: 20 },
});
afterAll(async () => {
  await server.close();
  await repository[Symbol.asyncDispose]();
});

describe.each(Object.entries(clients))('a client of %s', (_, connect) => {
  test('that cancels a call leaves no process, and its others alone', async () => {
    await using client = await connect({ url: server.url });
    const [cancelled, other] = [randomUUID(), randomUUID()];
    const cancelling = new AbortController();
    const call = client.run({ argv: ['nest', cancelled] }, cancelling.signal);
    const rejected = expect(call).rejects.toThrow();
    const otherCancelling = new AbortController();
    const otherCall = client.run({ argv: ['nest', other] }, otherCancelling.signal);
    const otherRejected = expect(otherCall).rejects.toThrow();
    await hasBegun(cancelled);
    cancelling.abort();
    await rejected;
    await hasEnded(cancelled);
    await hasBegun(other);
    otherCancelling.abort();
    await otherRejected;
    await hasEnded(other);
  });

  test('that goes away leaves no process', async () => {
    const client = await connect({ url: server.url });
    const marker = randomUUID();
    const call = client.run({ argv: ['nest', marker] });
    const rejected = expect(call).rejects.toThrow();
    await hasBegun(marker);
    await client[Symbol.asyncDispose]();
    await rejected;
    await hasEnded(marker);
  });
});

test('a client cannot cancel a call of another session', async () => {
  const marker = randomUUID();
  const going = new AbortController();
  const call = fetch(server.url, {
    ...posting(
      {
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: 'tracker_run', arguments: { argv: ['nest', marker] } },
      },
      'one',
    ),
    signal: going.signal,
  });
  await hasBegun(marker);
  const cancellation = {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 7 },
  };
  expect((await fetch(server.url, posting(cancellation, 'two'))).status).toBe(202);
  await hasBegun(marker);
  expect((await fetch(server.url, posting(cancellation, 'one'))).status).toBe(202);
  await hasEnded(marker);
  await call;
});

const posting = (message: object, session: string) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': session,
  },
  body: JSON.stringify(message),
});

test('closing the server ends what runs', async () => {
  await using own = await serveMcp(repository, {
    command: scriptedCommand,
    runs: { graceMs: 300 },
  });
  const marker = randomUUID();
  const [connect] = Object.values(clients);
  if (connect === undefined) throw new Error('there are no clients');
  const client = await connect({ url: own.url });
  const call = client.run({ argv: ['nest', marker] }).catch((error: unknown) => error);
  await hasBegun(marker);
  await own.close();
  await hasEnded(marker);
  await call;
  await expect(fetch(own.url)).rejects.toThrow('fetch failed');
});
