import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RedisServer, startRedis } from '../../fixtures/redis-server.ts';
import { runContext } from '../../fixtures/run-context.ts';
import type { Redis } from '../probe/schema/target.ts';
import { redis } from './redis.ts';

const ask = (entry: Redis) => redis.run(redis.prepare(entry), runContext());

let server: RedisServer;

beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

test('it logs in as the default user with a password alone', async () => {
  const { host, port, defaultPassword } = server;
  expect(await ask({ host, port, password: defaultPassword })).toMatchObject({
    kind: 'answered',
    response: {
      status: 200,
      body: 'PONG',
      config: { url: `redis://127.0.0.1:${port}`, method: 'PING' },
    },
  });
});

test('it logs in as a user of its own', async () => {
  const { host, port, user, password } = server;
  expect(await ask({ host, port, username: user, password })).toMatchObject({ kind: 'answered' });
});

test.for(['', 'picket'])('it logs in by uri as "%s", which wins over the fields', async user => {
  const { port, password, defaultPassword } = server;
  const secret = encodeURIComponent(user === '' ? defaultPassword : password);
  const uri = `redis://${user}:${secret}@localhost:${port}/3`;
  const result = await ask({ uri, host: 'nope.invalid', port: 1, password: 'x' });
  expect(result).toMatchObject({ kind: 'answered', response: { body: 'PONG' } });
});

test('a missing password is code 26 with Redis’s own reason', async () => {
  const { host, port, user } = server;
  for (const entry of [
    { host, port },
    { host, port, username: user },
  ]) {
    expect(await ask(entry)).toMatchObject({
      kind: 'failed',
      failure: { code: 26, reason: 'NOAUTH Authentication required.', phase: 'processing' },
    });
  }
});

test('a wrong password is code 26 and is not shown', async () => {
  const { host, port, user } = server;
  const result = await ask({ host, port, username: user, password: 'wrong guess' });
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 26 } });
  expect(result.response.statusText).toContain('WRONGPASS');
  expect(JSON.stringify(result)).not.toContain('wrong guess');
});

test('a database that is not there is code 26', async () => {
  const uri = `redis://:${encodeURIComponent(server.defaultPassword)}@127.0.0.1:${server.port}/999`;
  expect(await ask({ uri })).toMatchObject({ kind: 'failed', failure: { code: 26 } });
});

test('it logs in over TLS with a certificate it trusts, by name or by address', async () => {
  const { tlsPort, user, password, ca } = server;
  for (const host of ['localhost', '127.0.0.1']) {
    const entry = { host, port: tlsPort, username: user, password, tls: { ca } };
    const result = await ask(entry);
    expect(result).toMatchObject({ kind: 'answered', response: { body: 'PONG' } });
    expect(result.measured.phases.tls).toBeGreaterThan(0);
  }
});

test('a certificate that is not trusted, or is for another name, is code 27', async () => {
  const { tlsPort, user, password, ca } = server;
  const entry = { host: 'localhost', port: tlsPort, username: user, password };
  for (const tls of [{}, { ca, serverName: 'elsewhere.test' }]) {
    const result = await ask({ ...entry, tls });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 27, phase: 'tls' } });
  }
});

test('a connection without TLS to its TLS port is code 1 or 22, as Redis cuts it', async () => {
  const { host, tlsPort } = server;
  const result = await ask({ host, port: tlsPort });
  expect(result.kind === 'failed' && [1, 22].includes(result.failure.code)).toBe(true);
});
