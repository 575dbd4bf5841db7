import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { historyResult } from '../../../fixtures/history-results.ts';
import { type RunningServer, startServer } from '../../serve/server.ts';
import { openSqliteHistory } from '../sqlite/sqlite-history.ts';
import type { HistoryStore } from '../store.ts';
import { type Access, readAccess } from './access.ts';
import { createHistoryApi } from './history-api.ts';

const now = Date.UTC(2026, 0, 31, 12, 30);
const token = 'correct horse battery'.replaceAll(' ', '-');
const access: Record<string, Access> = {
  local: readAccess({}, '127.0.0.1'),
  without: readAccess({}, '127.0.0.1'),
  open: readAccess({}, '0.0.0.0'),
  guarded: readAccess({ PICKET_HISTORY_TOKEN: token }, '0.0.0.0'),
};
const servers = new Map<string, RunningServer>();
let store: HistoryStore;

beforeAll(async () => {
  store = openSqliteHistory(':memory:', 2 ** 24);
  await store.write({
    id: 'a',
    results: [1, 2, 3, 4, 5].map(n =>
      historyResult({ at: now - n, time: n, isGood: n !== 3, body: `body ${n}` }),
    ),
  });
  await store.write({ id: 'b', results: [historyResult({ at: now, probe: 'team/a b' })] });
  const request = 'GET http://shop/?page=1';
  await store.write({ id: 'c', results: [historyResult({ at: now, probe: 'till', request })] });
  for (const [name, given] of Object.entries(access)) {
    const server = await startServer({
      host: '127.0.0.1',
      port: 0,
      metrics: { async *scrape() {} },
      ready: () => true,
      history: createHistoryApi({
        reader: () => (name === 'without' ? undefined : store),
        access: given,
        now: () => now,
      }),
      onError: error => expect.unreachable(String(error)),
    });
    servers.set(name, server);
  }
});
afterAll(async () => {
  await Promise.all([...servers.values()].map(server => server.close()));
  await store.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly body: Body;
}

/** What any answer may hold. */
interface Body {
  readonly message?: string;
  readonly next?: string;
  readonly probes?: readonly unknown[];
  readonly results?: readonly { readonly ms: number }[];
}

function ask(path: string, server = 'local', headers = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const port = servers.get(server)?.port;
    const sent = httpRequest(
      { host: '127.0.0.1', port, path: `/api/history/${path}`, headers, method, agent: false },
      async response => {
        let text = '';
        for await (const chunk of response) text += chunk;
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: JSON.parse(text) });
      },
    );
    sent.on('error', reject).end();
  });
}

test('lists probes in pages', async () => {
  const first = await ask('probes?limit=1');
  expect(first).toMatchObject({
    status: 200,
    body: { probes: [{ probe: 'shop', requests: ['home'] }], next: 'shop' },
  });
  const second = await ask(`probes?limit=1&cursor=${first.body.next}`);
  expect(second.body.probes).toEqual([{ probe: 'team/a b', requests: ['home'] }]);
  const third = await ask(`probes?limit=5&cursor=${encodeURIComponent(second.body.next ?? '')}`);
  expect(third.body.probes).toMatchObject([{ probe: 'till' }]);
  expect(third.body).not.toHaveProperty('next');
});

test('gives results in pages, each once', async () => {
  const seen: number[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await ask(`results?probe=shop&limit=2${cursor}`);
    seen.push(...(body.results ?? []).map(({ ms }) => ms));
    if (body.next === undefined) break;
    cursor = `&cursor=${body.next}`;
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test('takes the name of a request with its question marks, as curl sends them', async () => {
  const { body } = await ask('results?probe=till&request=GET%20http://shop/?page=1');
  expect(body.results).toHaveLength(1);
});

test('gives the failed ones, with bodies where they are asked for', async () => {
  const { body } = await ask('results?probe=shop&failed=true&bodies=true&since=1h');
  expect(body.results).toEqual([
    {
      time: new Date(now - 3).toISOString(),
      ...{ probe: 'shop', request: 'home', health: 'ok', good: false },
      ...{ status: 200, ms: 3, alerts: [], body: 'body 3' },
    },
  ]);
  const without = await ask('results?probe=shop&limit=1');
  expect(without.body.results?.[0]).not.toHaveProperty('body');
});

test('gives figures of each window and request', async () => {
  const { body } = await ask('slo?probe=shop');
  expect(body).toMatchObject({
    probe: 'shop',
    windows: {
      '1h': { runs: 5, good: 4, availability: 0.8 },
      '24h': { runs: 5 },
      '30d': { runs: 5 },
    },
    requests: [{ request: 'home', windows: { '1h': { since: '2026-01-31T11:30:00.000Z' } } }],
  });
});

test('finds a probe whatever its name', async () => {
  expect(await ask('slo?probe=team%2Fa%20b')).toMatchObject({ status: 200 });
});

test('says everything that is wrong with a question at once', async () => {
  const { status, body } = await ask(
    'results?limit=0&since=yesterday&failed=yes&cursor=1&prob=x&until=1h&until=2h',
  );
  expect(status).toBe(400);
  for (const part of [
    'probe is missing',
    'limit must be a whole number from 1 to 1000',
    'since must be a time',
    'failed must be true or false',
    'cursor must be what an earlier answer has under next',
    'prob: unknown parameter (did you mean probe?)',
    'until is given more than once',
  ]) {
    expect(body.message).toContain(part);
  }
});

test.each([
  ['results?probe=no', 'GET', 404],
  ['slo?probe=__proto__', 'GET', 404],
  ['other', 'GET', 404],
  ['probes', 'POST', 405],
  ['results?probe=shop&bodies=true&limit=101', 'GET', 400],
  ['results?probe=%00', 'GET', 400],
  ['probes?cursor=%00', 'GET', 400],
])('answers %s by %s with %i', async (path, method, status) => {
  const answer = await ask(path, 'local', {}, method);
  expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
});

test('says so where no history is kept', async () => {
  expect(await ask('probes', 'without')).toMatchObject({
    status: 404,
    body: { message: 'no history is kept here' },
  });
});

describe('access', () => {
  test('other machines are told to use a token where none is set', async () => {
    expect(await ask('probes', 'open')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('set PICKET_HISTORY_TOKEN') },
    });
  });

  test.each([
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ authorization: `Basic ${token}` }, 401],
    [{ authorization: `Bearer ${token}x` }, 401],
    [{ authorization: `Bearer ${token}` }, 200],
    [{ authorization: `bearer ${token}`, host: 'picket.example.com' }, 200],
  ])('with a token set, %j gets %i', async (headers, status) => {
    expect((await ask('probes', 'guarded', headers)).status).toBe(status);
  });

  test.each([
    ['evil.example.com', 403],
    ['127.0.0.1.evil.example.com', 403],
    ['localhost:9464', 200],
    ['[::1]:9464', 200],
    ['127.1.2.3', 200],
  ])('on loopback without a token, a browser that came as %s gets %i', async (host, status) => {
    expect((await ask('probes', 'local', { host })).status).toBe(status);
  });

  test('a token that can be guessed is refused at the start, without being shown', () => {
    const read = () => readAccess({ PICKET_HISTORY_TOKEN: 'hunter2' }, '0.0.0.0');
    expect(read).toThrow(/at least 16 characters/);
    expect(read).not.toThrow(/hunter2/);
    expect(readAccess({ PICKET_HISTORY_TOKEN: '' }, '::1')).toEqual({ isLoopback: true });
  });
});
