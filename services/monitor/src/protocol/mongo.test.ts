import { expect, test } from 'vitest';
import { createCertificates } from '../../fixtures/certificates.ts';
import { startMongoStandIn } from '../../fixtures/mongo-stand-in.ts';
import { runContext } from '../../fixtures/run-context.ts';
import type { Mongo } from '../probe/schema/target.ts';
import { mongo } from './mongo.ts';
import type { RunContext } from './protocol.ts';

async function ask(entry: Mongo, overrides: Partial<RunContext> = {}) {
  return mongo.run(mongo.prepare(entry), runContext(overrides));
}

const escaped = encodeURIComponent;

test('it logs in by fields and pings', async () => {
  await using server = await startMongoStandIn();
  const { host, port, user, password } = server;
  const result = await ask({ host, port, username: user, password });
  expect(result).toMatchObject({
    kind: 'answered',
    response: {
      status: 200,
      body: { ok: 1 },
      config: { url: `mongodb://127.0.0.1:${port}`, method: 'ping' },
    },
  });
  await server.idle();
});

test('it logs in by uri, which wins over the fields', async () => {
  await using server = await startMongoStandIn();
  const { port, user, password } = server;
  const uri = `mongodb://${escaped(user)}:${escaped(password)}@localhost:${port}/shop?authSource=admin`;
  const result = await ask({ uri, host: 'nope.invalid', port: 1, username: 'x', password: 'y' });
  expect(result).toMatchObject({ kind: 'answered', response: { body: { ok: 1 } } });
});

test('it pings without a login, as MongoDB lets anyone', async () => {
  await using server = await startMongoStandIn();
  const result = await ask({ host: server.host, port: server.port });
  expect(result).toMatchObject({ kind: 'answered' });
});

test.for(['picket', 'nobody'])('a wrong login as %s is code 26', async username => {
  await using server = await startMongoStandIn();
  const result = await ask({ host: server.host, port: server.port, username, password: 'wrong' });
  expect(result).toMatchObject({
    kind: 'failed',
    failure: { code: 26, reason: 'Authentication failed.', phase: 'processing' },
  });
  await server.idle();
});

test('a user without a password is code 26 and nothing is sent', () => {
  const prepare = () => mongo.prepare({ username: 'picket' });
  expect(prepare).toThrow(expect.objectContaining({ status: 26 }));
});

test.for([['ping'], ['saslContinue'], ['hello', 'ismaster']])(
  'a server that does not answer %o is code 6, its connections let go',
  async unanswered => {
    await using server = await startMongoStandIn({ unanswered });
    const { host, port, user, password } = server;
    const result = await ask({ host, port, username: user, password }, { timeout: 500 });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 6 } });
    await server.idle();
  },
);

test('it logs in over TLS with a certificate it trusts, else is code 27', async () => {
  const { ca, valid } = await createCertificates();
  await using server = await startMongoStandIn({ keyPair: valid });
  const { port, user, password } = server;
  const entry = { host: 'localhost', port, username: user, password };
  expect(await ask({ ...entry, tls: { ca } })).toMatchObject({ kind: 'answered' });
  for (const tls of [{}, { ca, serverName: 'elsewhere.test' }]) {
    const result = await ask({ ...entry, tls });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 27, phase: 'connect' } });
  }
  await server.idle();
});

test.for([
  ['mongodb+srv://cluster.example', 13],
  ['mongodb://one:27017,two:27017/shop', 13],
  ['mongodb://u:p@one,two', 13],
  ['mongodb://one/?proxyHost=two', 13],
  ['mongodb://one/?tls=true&tlsCAFile=/etc/hostname', 13],
  ['mongodb://u:p@one/?authMechanism=MONGODB-AWS', 13],
  ['postgres://one', 13],
  ['one', 14],
] as const)('%s is code %i', ([uri, status]) => {
  expect(() => mongo.prepare({ uri })).toThrow(expect.objectContaining({ status }));
});

test('TLS is turned on by the uri', () => {
  const { tls } = mongo.prepare({ uri: 'mongodb://shop/?tls=true' });
  expect(tls).toMatchObject({ name: 'shop', rejectUnauthorized: true });
});

test('its label holds no credentials', () => {
  expect(mongo.instance({ uri: 'mongodb://u:{{ env.PW }}@shop/?x=y' })).toBe('mongodb://shop/');
  expect(mongo.instance({ host: 'shop' })).toBe('mongodb://shop:27017');
});
