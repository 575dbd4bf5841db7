import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { runContext } from '../../fixtures/run-context.ts';
import { createEgress } from '../egress/egress.ts';
import type { RunContext } from './protocol.ts';
import { socket } from './socket.ts';

const open: { server: Server; peers: Socket[] }[] = [];

/** A loopback server that handles each connection with `onPeer`. */
async function listen(onPeer: (peer: Socket) => void, host = '127.0.0.1') {
  const peers: Socket[] = [];
  const server = createServer(peer => {
    peers.push(peer);
    peer.on('error', () => peer.destroy());
    onPeer(peer);
  }).listen(0, host);
  open.push({ server, peers });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { host, port: address.port, peers };
}

afterEach(() => {
  for (const { server, peers } of open.splice(0)) {
    for (const peer of peers) peer.destroy();
    server.close();
  }
});

const contextOf = (context: Partial<RunContext> = {}) =>
  runContext({ maxBody: 1000, now: () => 1_700_000_000_000, ...context });

const silent = () => {};

describe('without data', () => {
  test('a connection is a success with an empty body, and is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const { host, port } = await listen(peer => {
      peer.resume().once('close', () => closed.resolve());
      peer.write('welcome');
    });
    const result = await socket.run({ host, port }, contextOf());
    expect(result).toMatchObject({
      kind: 'answered',
      response: {
        status: 200,
        statusText: 'OK',
        body: '',
        size: 0,
        config: { url: `tcp://127.0.0.1:${port}`, method: 'CONNECT' },
      },
      measured: { startedAt: 1_700_000_000_000, ipFamily: 4 },
    });
    expect(Object.keys(result.measured.phases)).toEqual(['resolve', 'connect']);
    await closed.promise;
  });

  test('a name is tried at each of its addresses', async () => {
    const { port } = await listen(silent);
    const result = await socket.run({ host: 'localhost', port }, contextOf());
    expect(result.kind).toBe('answered');
  });
});

describe('with data', () => {
  test('the answer of a peer that stays is read until it falls silent', async () => {
    const { host, port, peers } = await listen(peer => {
      peer.once('data', data => {
        peer.write(`you said ${data}`);
        setImmediate(() => peer.write('and more ü'));
      });
    });
    const { response, measured } = await socket.run({ host, port, data: 'PING\n' }, contextOf());
    expect(response).toMatchObject({ status: 200, body: 'you said PING\nand more ü', size: 25 });
    expect(Object.keys(measured.phases)).toEqual(['resolve', 'connect', 'processing', 'transfer']);
    const [peer] = peers;
    if (peer && !peer.closed) await once(peer, 'close');
  });

  test('the answer of a peer that closes is whole', async () => {
    const { host, port } = await listen(peer => {
      peer.once('data', () => peer.end('bye'));
    });
    const { response } = await socket.run({ host, port, data: 'QUIT\n' }, contextOf());
    expect(response).toMatchObject({ status: 200, body: 'bye', data: 'bye', size: 3 });
  });

  test('empty data reads the banner of a peer that speaks first', async () => {
    const { host, port } = await listen(peer => peer.write('SSH-2.0-shop\r\n'));
    const { response } = await socket.run({ host, port, data: '' }, contextOf());
    expect(response.body).toBe('SSH-2.0-shop\r\n');
  });

  test('the silence that ends the answer does not count as time', async () => {
    const { host, port } = await listen(peer => peer.write('hello'));
    const startedAt = performance.now();
    const { response, measured } = await socket.run({ host, port, data: '' }, contextOf());
    const elapsed = performance.now() - startedAt;
    const phases = Object.values(measured.phases).reduce((whole, phase) => whole + phase, 0);
    expect(response.time).toBeCloseTo(phases, 6);
    expect(elapsed - response.time).toBeGreaterThan(50);
  });

  test('an answer of exactly the limit is read', async () => {
    const { host, port } = await listen(peer => peer.end('x'.repeat(1000)));
    const { response } = await socket.run({ host, port, data: '' }, contextOf());
    expect(response.size).toBe(1000);
  });
});

describe('a failure', () => {
  test('is 0 where the name does not resolve', async () => {
    const result = await socket.run({ host: 'nope.invalid', port: 1 }, contextOf());
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 0, phase: 'resolve' } });
  });

  test('is 1 where the peer resets the connection', async () => {
    const { host, port } = await listen(peer => {
      peer.once('data', () => peer.resetAndDestroy());
    });
    const result = await socket.run({ host, port, data: 'x' }, contextOf());
    expect(result).toMatchObject({ failure: { code: 1, phase: 'processing' } });
  });

  test('is 2 where nothing listens', async () => {
    const { host, port } = await listen(silent);
    const closed = open.splice(0).map(({ server }) => once(server.close(), 'close'));
    await Promise.all(closed);
    const result = await socket.run({ host, port }, contextOf());
    expect(result).toMatchObject({ response: { status: 2 }, failure: { phase: 'connect' } });
  });

  test('is 6 where the peer does not answer in time, and the connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const { host, port } = await listen(peer => {
      peer.resume().once('close', () => closed.resolve());
    });
    const result = await socket.run({ host, port, data: 'x' }, contextOf({ timeout: 50 }));
    expect(result).toMatchObject({
      response: { statusText: 'no answer within 50 ms' },
      failure: { code: 6, phase: 'processing' },
    });
    await closed.promise;
  });

  test('is 6 where the peer never stops talking', async () => {
    const { host, port } = await listen(peer => {
      const talk = () => peer.writable && peer.write('.', () => setImmediate(talk));
      talk();
    });
    const context = contextOf({ timeout: 200, maxBody: 1_000_000_000 });
    const result = await socket.run({ host, port, data: '' }, context);
    expect(result).toMatchObject({ failure: { code: 6, phase: 'transfer' } });
  });

  test('is 7 where the egress rules deny the address', async () => {
    const { host, port, peers } = await listen(silent);
    const context = contextOf({ egress: createEgress({ allow: [], deny: ['127.0.0.0/8'] }) });
    const result = await socket.run({ host, port }, context);
    expect(result).toMatchObject({ failure: { code: 7, phase: 'resolve' } });
    expect(peers).toHaveLength(0);
  });

  test('is 12 where the run is canceled, and the connection is closed', async () => {
    const canceling = new AbortController();
    const closed = Promise.withResolvers<void>();
    const { host, port } = await listen(peer => {
      peer.resume().once('close', () => closed.resolve());
      peer.once('data', () => canceling.abort());
    });
    const context = contextOf({ signal: canceling.signal });
    const result = await socket.run({ host, port, data: 'x' }, context);
    expect(result).toMatchObject({ failure: { code: 12 } });
    await closed.promise;
  });

  test('is 12 without a connection where the run was canceled before', async () => {
    const { host, port, peers } = await listen(silent);
    const result = await socket.run({ host, port }, contextOf({ signal: AbortSignal.abort() }));
    expect(result).toMatchObject({ failure: { code: 12 } });
    expect(peers).toHaveLength(0);
  });

  test('is 18 where the answer is too long', async () => {
    const { host, port } = await listen(peer => peer.write('x'.repeat(1001)));
    const result = await socket.run({ host, port, data: '' }, contextOf());
    expect(result).toMatchObject({
      response: { statusText: 'the answer is longer than 1000 bytes' },
      failure: { code: 18, phase: 'transfer' },
    });
  });

  test('is 22 where the peer closes without an answer', async () => {
    const { host, port } = await listen(peer => {
      peer.once('data', () => peer.end());
    });
    const result = await socket.run({ host, port, data: 'x' }, contextOf());
    expect(result).toMatchObject({ failure: { code: 22, phase: 'processing' } });
  });
});

test('an IPv6 address may stand in brackets', async ({ skip }) => {
  const listening = listen(silent, '::1');
  if (
    !(await listening.then(
      () => true,
      () => false,
    ))
  )
    skip('this machine has no ::1');
  const { port } = await listening;
  const { measured } = await socket.run({ host: '[::1]', port }, contextOf());
  expect(measured.ipFamily).toBe(6);
});

test('a host that renders to nothing is refused with 14', () => {
  expect(() => socket.prepare({ host: '', port: 25 })).toThrow(
    expect.objectContaining({ status: 14 }),
  );
});

test('the instance is the address before rendering', () => {
  expect(socket.instance({ host: '{{ env.HOST }}', port: 25 })).toBe('{{ env.HOST }}:25');
  expect(socket.instance({ host: '::1', port: 25 })).toBe('[::1]:25');
});
