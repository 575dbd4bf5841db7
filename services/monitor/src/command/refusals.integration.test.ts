import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseExample, databaseExamples } from '../../fixtures/database-examples.ts';
import { drill } from '../../fixtures/drill.ts';
import {
  type ExampleServers,
  startExampleServers,
  wrongPassword,
} from '../../fixtures/example-servers.ts';
import { httpExample, openStorefront } from '../../fixtures/http-example.ts';
import { kubernetesExample, serveReadiness } from '../../fixtures/kubernetes-example.ts';
import { startMongoStandIn } from '../../fixtures/mongo-stand-in.ts';
import { changed, type Placement } from '../../fixtures/placed-example.ts';
import { chainExample } from '../../fixtures/shop-examples.ts';

let servers: ExampleServers;

beforeAll(async () => {
  servers = await startExampleServers();
});
afterAll(() => servers[Symbol.asyncDispose]());

const run = (placement: Placement, ...options: string[]) =>
  drill(placement, servers.secrets, ...options);

const refused = (...printed: object[]) => ({ code: 1, stderr: '', shown: [], printed });

describe('a wrong password', () => {
  test.each([
    ['postgres', 'password authentication failed for user "picket"'],
    ['mysql', expect.stringMatching(/^Access denied for user 'picket'@/)],
    ['mariadb', expect.stringMatching(/^Access denied for user 'picket'@/)],
    ['mongo', 'Authentication failed.'],
    ['redis', expect.stringMatching(/^WRONGPASS /)],
  ] as const)('of %s is 26 with what the server says', async (name, reason) => {
    const { ids, request, place } = databaseExamples[name];
    const printed = ids.map(probe => ({ probe, request, health: 'alert', status: 26, reason }));
    const drilled = await run(place(servers.databases, { password: wrongPassword }));
    expect(drilled).toMatchObject(refused(...printed));
  });

  test('of the shop is its 401, and what needs the login is skipped', async () => {
    const env = { SHOP_PASSWORD: wrongPassword };
    const skipped = { probe: 'order', health: 'skipped' };
    expect(await run(changed(chainExample(servers.shop), { env }))).toMatchObject(
      refused(
        { probe: 'order', request: 'log in', health: 'alert', status: 401 },
        { ...skipped, request: 'look at the orders' },
        { ...skipped, request: 'order' },
      ),
    );
  });
});

test('a missing password of Redis is 26, authentication required', async () => {
  const { ids, request, place } = databaseExamples.redis;
  const env = { REDIS_URI: `redis://localhost:${servers.databases.redis.port}/0` };
  const drilled = await run(changed(place(servers.databases), { env }), '--id', ids[1]);
  const reason = 'NOAUTH Authentication required.';
  expect(drilled).toMatchObject(refused({ probe: ids[1], request, status: 26, reason }));
});

describe.each([
  ['self-signed', 'selfSigned', /self-signed certificate/],
  ['expired', 'expired', /certificate has expired/],
  ['for another name', 'wrongHost', /altnames/],
] as const)('a certificate that is %s is 27 over HTTPS', (_, kind, text) => {
  const untrusted = { health: 'alert', status: 27, reason: expect.stringMatching(text) };

  test('with the authorities of the system', async () => {
    await using storefront = await openStorefront(servers.certificates[kind]);
    const printed = ['home', 'health', 'redirect', 'search'].map(probe => ({
      probe,
      ...untrusted,
    }));
    const echo = { probe: 'echo', health: 'ok', status: 200 };
    const drilled = await run(httpExample(storefront, servers.trust));
    expect(drilled).toMatchObject(refused(...printed, echo));
  });

  test('with an authority of one’s own', async () => {
    await using server = await serveReadiness(servers.certificates[kind]);
    const drilled = await run(kubernetesExample(server, servers.trust));
    expect(drilled).toMatchObject(refused({ probe: 'api-server', ...untrusted }));
  });
});

describe('a certificate of an authority nobody told of is 27', () => {
  const untrusted = { health: 'alert', status: 27, reason: expect.stringContaining('certificate') };
  const bothUntrusted = ({ ids, request }: DatabaseExample) =>
    refused(...ids.map(probe => ({ probe, request, ...untrusted })));

  test('over TLS to PostgreSQL', async () => {
    const example = databaseExamples.postgres;
    const ca = servers.certificates.selfSigned.cert;
    const placement = example.place(servers.databases, { ca });
    const env = { POSTGRES_URI: `${placement.env.POSTGRES_URI}?sslmode=verify-full` };
    expect(await run(changed(placement, { env }))).toMatchObject(bothUntrusted(example));
  });

  test('over TLS to MariaDB', async () => {
    const { ids, request, place } = databaseExamples.mariadb;
    const placement = changed(place(servers.databases), { replace: withTls('timeout: 5000') });
    const drilled = await run(placement, '--id', ids[0]);
    expect(drilled).toMatchObject(refused({ probe: ids[0], request, ...untrusted }));
  });

  test('over TLS to MongoDB', async () => {
    const example = databaseExamples.mongo;
    await using mongo = await startMongoStandIn({ keyPair: servers.certificates.valid });
    const placement = example.place({ ...servers.databases, mongo });
    const drilled = await run(
      changed(placement, {
        replace: withTls('timeout: 5000'),
        env: { MONGO_URI: `${placement.env.MONGO_URI}?tls=true` },
      }),
    );
    expect(drilled).toMatchObject(bothUntrusted(example));
  });

  test('over TLS to Redis', async () => {
    const example = databaseExamples.redis;
    const { tlsPort: port } = servers.databases.redis;
    const placement = example.place(servers.databases, { port });
    const drilled = await run(
      changed(placement, {
        replace: withTls('timeout: 2000'),
        env: { REDIS_URI: `${placement.env.REDIS_URI}`.replace('redis:', 'rediss:') },
      }),
    );
    expect(drilled).toMatchObject(bothUntrusted(example));
  });

  /** Puts `tls` before a line of the entry that is asked field by field. */
  const withTls = (line: string) => ({ [line]: `tls: {}\n      ${line}` });
});
