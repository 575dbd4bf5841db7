import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseExamples } from '../../fixtures/database-examples.ts';
import { drill } from '../../fixtures/drill.ts';
import { type ExampleServers, startExampleServers } from '../../fixtures/example-servers.ts';
import { httpExample } from '../../fixtures/http-example.ts';
import { kubernetesExample } from '../../fixtures/kubernetes-example.ts';
import { type Loopback, serveTcp } from '../../fixtures/loopback.ts';
import { pingExample } from '../../fixtures/ping-example.ts';
import { changed, type Placement } from '../../fixtures/placed-example.ts';
import { chainExample } from '../../fixtures/shop-examples.ts';
import { socketExample } from '../../fixtures/socket-example.ts';

let servers: ExampleServers;

beforeAll(async () => {
  servers = await startExampleServers();
});
afterAll(() => servers[Symbol.asyncDispose]());

const run = (placement: Placement, ...options: string[]) =>
  drill(placement, servers.secrets, ...options);

const outage = (...printed: object[]) => ({ code: 1, stderr: '', shown: [], printed });
const databases = Object.entries(databaseExamples);

describe('a host that does not resolve is 0', () => {
  const host = 'nope.invalid';
  const missing = {
    health: 'alert',
    status: 0,
    reason: expect.stringMatching(/^getaddrinfo (ENOTFOUND|EAI_AGAIN)/),
  };

  test.each(databases)('in examples/%s.yaml', async (_, { ids, request, place }) => {
    const printed = ids.map(probe => ({ probe, request, ...missing }));
    expect(await run(place(servers.databases, { host }))).toMatchObject(outage(...printed));
  });

  test('in examples/http.yaml', async () => {
    const ids = ['home', 'health', 'redirect', 'search', 'echo'];
    const printed = ids.map(probe => ({ probe, ...missing }));
    const drilled = await run(httpExample({ ...servers.storefront, host }, servers.trust));
    expect(drilled).toMatchObject(outage(...printed));
  });

  test('in examples/socket.yaml', async () => {
    const printed = ['front-door', 'till', 'mail'].map(probe => ({ probe, ...missing }));
    expect(await run(socketExample(servers.shop, host))).toMatchObject(outage(...printed));
  });

  test('in examples/ping.yaml', async () => {
    const printed = ['host', 'router', 'shop'].map(request => ({ request, ...missing }));
    expect(await run(pingExample(host))).toMatchObject(outage(...printed));
  });
});

describe('a server that says nothing is 6 after the time-out', () => {
  let silent: Loopback;
  beforeAll(async () => {
    silent = await serveTcp(() => {});
  });
  afterAll(() => silent[Symbol.asyncDispose]());

  const timedOut = { health: 'alert', status: 6, reason: 'no answer within 500 ms' };
  /** A line of an entry, and the time-out that stands for it. */
  const sooner = (line: string) => ({ [line]: 'timeout: 500' });

  test.each(databases)('in examples/%s.yaml', async (name, { ids, request, place }) => {
    const placement = changed(place(servers.databases, { port: silent.port }), {
      replace: sooner(name === 'redis' ? 'timeout: 2000' : 'timeout: 5000'),
    });
    const drilled = await run(placement, '--id', ids[0]);
    expect(drilled).toMatchObject(outage({ probe: ids[0], request, ...timedOut }));
  });

  test('in examples/http.yaml', async () => {
    const placement = changed(
      httpExample({ ...servers.storefront, port: silent.port }, servers.trust),
      { replace: sooner('timeout: 5000') },
    );
    const drilled = await run(placement, '--id', 'health');
    expect(drilled).toMatchObject(outage({ probe: 'health', request: 'health', ...timedOut }));
  });

  test('in examples/kubernetes.yaml', async () => {
    const placement = changed(kubernetesExample(silent, servers.trust), {
      replace: sooner('timeout: 3000'),
    });
    expect(await run(placement)).toMatchObject(outage({ probe: 'api-server', ...timedOut }));
  });

  test('in examples/socket.yaml', async () => {
    const replace = { 'port: 3802': `port: ${silent.port}\n    timeout: 500` };
    const drilled = await run(changed(socketExample(servers.shop), { replace }), '--id', 'till');
    expect(drilled).toMatchObject(outage({ probe: 'till', ...timedOut }));
  });

  // On loopback every echo is answered, so another `ping` on the PATH plays the lost one.
  test('in examples/ping.yaml', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'picket-ping-'));
    await writeFile(join(folder.path, 'ping'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
    const placement = changed(pingExample('127.0.0.1'), {
      replace: {
        ...sooner('timeout: 2000'),
        'uri: https://{{ env.PING_HOST }}/cart': 'uri: 127.0.0.1\n      timeout: 500',
      },
      env: { PATH: [folder.path, process.env.PATH].join(delimiter) },
    });
    const printed = ['router', 'shop'].map(request => ({ probe: 'site', request, ...timedOut }));
    expect(await run(placement, '--id', 'site')).toMatchObject(outage(...printed));
  });
});

describe('a server that was stopped is 2', () => {
  beforeAll(() => servers.stop());

  const stopped = {
    health: 'alert',
    status: 2,
    reason: expect.stringMatching(/^connect ECONNREFUSED (127\.0\.0\.1|::1):\d+$/),
  };

  test.each(databases)('in examples/%s.yaml', async (_, { ids, request, place }) => {
    const printed = ids.map(probe => ({ probe, request, ...stopped }));
    expect(await run(place(servers.databases))).toMatchObject(outage(...printed));
  });

  test('in examples/http.yaml, while the echo is answered by the host', async () => {
    const printed = ['home', 'health', 'redirect', 'search'].map(probe => ({ probe, ...stopped }));
    const drilled = await run(httpExample(servers.storefront, servers.trust));
    const echo = { probe: 'echo', health: 'ok', status: 200 };
    expect(drilled).toMatchObject(outage(...printed, echo));
  });

  test('in examples/socket.yaml', async () => {
    const printed = ['front-door', 'till', 'mail'].map(probe => ({ probe, ...stopped }));
    expect(await run(socketExample(servers.shop))).toMatchObject(outage(...printed));
  });

  test('in examples/kubernetes.yaml', async () => {
    const drilled = await run(kubernetesExample(servers.apiServer, servers.trust));
    expect(drilled).toMatchObject(outage({ probe: 'api-server', ...stopped }));
  });

  test('in examples/chain.yaml, where what needs the login is skipped', async () => {
    const skipped = { probe: 'order', health: 'skipped' };
    expect(await run(chainExample(servers.shop))).toMatchObject(
      outage(
        { probe: 'order', request: 'log in', ...stopped },
        { ...skipped, request: 'look at the orders' },
        { ...skipped, request: 'order' },
      ),
    );
  });
});
