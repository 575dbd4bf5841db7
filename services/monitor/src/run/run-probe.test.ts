import { afterEach, describe, expect, test } from 'vitest';
import { type Loopback, serveHttp } from '../../fixtures/loopback.ts';
import { compiled } from '../../fixtures/runs.ts';
import { createEgress } from '../egress/egress.ts';
import type { Probe } from '../probe/schema.ts';
import type { RequestRun } from './probe-run.ts';
import { type RunSettings, runProbe } from './run-probe.ts';
import { createSession } from './session.ts';

const servers: Loopback[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

/** A probe of a shop that hands out tokens `t1`, `t2`... at /login and refuses connections at `dead`. */
async function setUp(requests: (shop: string) => NonNullable<Probe['requests']>) {
  const asked: string[] = [];
  const shop = { isClosed: false };
  let tokens = 0;
  const server = await serveHttp(({ url = '', socket }, response) => {
    asked.push(url);
    if (url === '/login' && shop.isClosed) {
      socket.resetAndDestroy();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ token: url === '/login' ? `t${++tokens}` : 'none' }));
  });
  servers.push(server);
  const probe = compiled({ requests: requests(`http://127.0.0.1:${server.port}`) });
  const session = createSession(probe);
  const end = new AbortController();
  const settings: RunSettings = {
    signal: end.signal,
    egress: createEgress({ allow: [], deny: [] }),
    maxBody: 65_536,
    now: Date.now,
  };
  const run = async (scheduledAt: number) => {
    asked.length = 0;
    const { requests, secrets } = await runProbe(probe, session, scheduledAt, settings);
    return { kinds: requests.map(({ kind }) => kind), asked: [...asked], secrets, requests };
  };
  return { run, shop, end, asked };
}

const codeOf = (run: RequestRun | undefined) =>
  run?.kind === 'sent' ? run.result.response.status : undefined;

test('requests are sent in order, a later one with what an earlier one answered', async () => {
  const { run } = await setUp(shop => [
    { url: `${shop}/login`, method: 'POST' },
    { url: `${shop}/orders?token={{ responses.[0].data.token }}` },
  ]);
  const { asked, secrets } = await run(0);
  expect(asked).toEqual(['/login', '/orders?token=t1']);
  expect(secrets).toEqual(['t1']);
});

describe('a request with an interval of its own', () => {
  const chain = (shop: string) => [
    { url: `${shop}/login`, interval: 30 },
    { url: `${shop}/orders?token={{ responses.[0].data.token }}` },
  ];

  test('is sent in the first run that is at least that long after its last one', async () => {
    const { run } = await setUp(chain);
    expect((await run(1000)).kinds).toEqual(['sent', 'sent']);
    expect((await run(11_000)).kinds).toEqual(['left-out', 'sent']);
    expect((await run(30_999)).kinds).toEqual(['left-out', 'sent']);
    expect((await run(31_000)).kinds).toEqual(['sent', 'sent']);
    expect((await run(60_999)).kinds).toEqual(['left-out', 'sent']);
  });

  test('leaves its last response readable, and secret, while it is left out', async () => {
    const { run } = await setUp(chain);
    await run(0);
    const { asked, secrets } = await run(10_000);
    expect(asked).toEqual(['/orders?token=t1']);
    expect(secrets).toEqual(['t1']);
    expect((await run(30_000)).asked).toEqual(['/login', '/orders?token=t2']);
  });

  test('has no readable response once it failed', async () => {
    const { run, shop } = await setUp(chain);
    await run(0);
    shop.isClosed = true;
    expect((await run(30_000)).kinds).toEqual(['sent', 'skipped']);
    expect((await run(40_000)).kinds).toEqual(['left-out', 'skipped']);
  });

  test('is tried again in the next run where it could not be sent', async () => {
    const { run, shop } = await setUp(shop => [
      { url: `${shop}/login` },
      { url: `${shop}/orders?token={{ responses.[0].data.token }}`, interval: 30 },
    ]);
    shop.isClosed = true;
    expect((await run(0)).kinds).toEqual(['sent', 'skipped']);
    shop.isClosed = false;
    expect((await run(10_000)).kinds).toEqual(['sent', 'sent']);
    expect((await run(20_000)).kinds).toEqual(['sent', 'left-out']);
  });
});

test('a request that refers to a missing response is skipped with the reason; the others still run', async () => {
  const { run, shop } = await setUp(shop => [
    { url: `${shop}/login` },
    { url: `${shop}/orders?token={{ responses.[0].data.token }}` },
    { url: `${shop}/orders?after={{ responses.[1].data.token }}` },
    { url: `${shop}/health` },
  ]);
  shop.isClosed = true;
  const { kinds, asked, requests } = await run(0);
  expect(kinds).toEqual(['sent', 'skipped', 'skipped', 'sent']);
  expect(asked).toEqual(['/login', '/health']);
  expect(requests[1]).toMatchObject({ reason: expect.stringContaining('responses.[0]') });
});

test('a run that is canceled ends at once, with code 12 for what it did not send', async () => {
  const { run, end, asked } = await setUp(shop => [{ url: `${shop}/a` }, { url: `${shop}/b` }]);
  end.abort();
  const { requests } = await run(0);
  expect(requests.map(codeOf)).toEqual([12, 12]);
  expect(asked).toEqual([]);
});
