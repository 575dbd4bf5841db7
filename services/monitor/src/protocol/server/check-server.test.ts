import { expect, test } from 'vitest';
import { serveTcp } from '../../../fixtures/loopback.ts';
import { runContext } from '../../../fixtures/run-context.ts';
import { createEgress } from '../../egress/egress.ts';
import { mongo } from '../mongo.ts';
import { mysql } from '../mysql.ts';
import { postgres } from '../postgres.ts';
import type { Protocol, RunContext } from '../protocol.ts';
import { redis } from '../redis.ts';
import type { Result } from '../result.ts';

interface Address {
  readonly host: string;
  readonly port: number;
  readonly password: string;
}

const password = 'correct horse';
const loopback = '127.0.0.1';

function asking<Target>(protocol: Protocol<Address, Target>) {
  return (host: string, port: number, context: RunContext): Promise<Result> =>
    protocol.run(protocol.prepare({ host, port, password }), context);
}

const protocols = [
  { name: 'mongo', ask: asking(mongo) },
  { name: 'mysql', ask: asking(mysql) },
  { name: 'postgres', ask: asking(postgres) },
  { name: 'redis', ask: asking(redis) },
];

/** In MySQL's protocol the server speaks first, so with it an HTTP server is merely silent. */
const speaksFirst = protocols.filter(({ name }) => name !== 'mysql');

test.for(protocols)('$name: a port nothing listens on is code 2', async ({ ask }) => {
  const peer = await serveTcp(() => {});
  await peer[Symbol.asyncDispose]();
  const result = await ask(loopback, peer.port, runContext());
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 2, phase: 'connect' } });
});

test.for(protocols)('$name: a name that does not resolve is code 0', async ({ ask }) => {
  const result = await ask('nope.invalid', 1, runContext());
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 0, phase: 'resolve' } });
});

test.for(protocols)('$name: a denied address is code 7 and never dialled', async ({ ask }) => {
  await using peer = await serveTcp(socket => socket.resume());
  const egress = createEgress({ allow: [], deny: ['127.0.0.0/8', '::1'] });
  for (const host of ['127.0.0.1', 'localhost']) {
    const result = await ask(host, peer.port, runContext({ egress }));
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 7, phase: 'resolve' } });
  }
  expect(peer.connections()).toBe(0);
});

test.for(protocols)('$name: a silent server is code 6, its connections let go', async ({ ask }) => {
  await using peer = await serveTcp(socket => socket.resume());
  const result = await ask(loopback, peer.port, runContext({ timeout: 200 }));
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 6 } });
  expect(peer.connections()).toBeGreaterThan(0);
  await peer.idle();
});

test.for(protocols)('$name: a resolver that never answers is code 6', async ({ ask }) => {
  const egress = { resolve: () => Promise.withResolvers<never>().promise };
  const result = await ask('localhost', 1, runContext({ timeout: 50, egress }));
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 6, phase: 'resolve' } });
});

test.for(protocols)(
  '$name: a resolver slower than the run has nothing dialled',
  async ({ ask }) => {
    await using peer = await serveTcp(socket => socket.resume());
    const lookup = Promise.withResolvers<[{ address: string; family: 4 }]>();
    const egress = { resolve: () => lookup.promise };
    const result = await ask(loopback, peer.port, runContext({ timeout: 50, egress }));
    lookup.resolve([{ address: loopback, family: 4 }]);
    await lookup.promise;
    expect(result).toMatchObject({ failure: { code: 6 } });
    expect(peer.connections()).toBe(0);
  },
);

test.for(protocols)('$name: cancelation is code 12, its connections let go', async ({ ask }) => {
  const canceling = new AbortController();
  await using peer = await serveTcp(socket => {
    socket.resume();
    canceling.abort();
  });
  const run = ask(loopback, peer.port, runContext({ signal: canceling.signal }));
  expect(await run).toMatchObject({ kind: 'failed', failure: { code: 12 } });
  await peer.idle();
});

test.for(protocols)('$name: a run canceled before it starts dials nothing', async ({ ask }) => {
  await using peer = await serveTcp(socket => socket.resume());
  const result = await ask(loopback, peer.port, runContext({ signal: AbortSignal.abort() }));
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 12 } });
  expect(peer.connections()).toBe(0);
});

test.for(protocols)('$name: a server that hangs up at once is code 22', async ({ ask }) => {
  await using peer = await serveTcp(socket => socket.end());
  const result = await ask(loopback, peer.port, runContext());
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 22 } });
});

test.for(protocols)('$name: a server that resets is code 1', async ({ ask }) => {
  await using peer = await serveTcp(socket => socket.resetAndDestroy());
  const result = await ask(loopback, peer.port, runContext());
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 1 } });
});

test.for(speaksFirst)(
  '$name: an HTTP server is code 9, or 22 where it hangs up',
  async ({ ask }) => {
    await using peer = await serveTcp(socket => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
      );
    });
    const result = await ask(loopback, peer.port, runContext());
    expect(result.kind === 'failed' && [9, 22].includes(result.failure.code)).toBe(true);
    await peer.idle();
  },
);

test('redis: bytes that are not of the protocol are code 9', async () => {
  await using peer = await serveTcp(socket => {
    socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  });
  const result = await asking(redis)(loopback, peer.port, runContext());
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 9 } });
  await peer.idle();
});

test('mysql: bytes that are not of the protocol are code 9', async () => {
  await using peer = await serveTcp(socket => {
    socket.resume().write(`\x0a\x00\x00\x00SSH-2.0-ab`);
  });
  const result = await asking(mysql)(loopback, peer.port, runContext());
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 9 } });
  await peer.idle();
});

test('an answer past the limit is code 18, not read to its end', async () => {
  await using peer = await serveTcp(socket => {
    const flood = () => {
      while (socket.write(Buffer.alloc(65_536, 'x')));
    };
    socket.on('drain', flood);
    socket.once('data', () => {
      socket.write('$500000000\r\n');
      flood();
    });
  });
  const result = await asking(redis)(loopback, peer.port, runContext({ maxBody: 100_000 }));
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 18 } });
  await peer.idle();
});

test('no result of a failed check holds the password', async () => {
  await using peer = await serveTcp(socket => socket.end());
  for (const { ask } of protocols) {
    const { response } = await ask(loopback, peer.port, runContext());
    expect(JSON.stringify(response)).not.toContain(password);
  }
});
