import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPicket, startPicket } from '../../fixtures/picket-process.ts';
import { startPostgres } from '../../fixtures/postgres-server.ts';
import { postgresUrl } from '../../fixtures/postgres-url.ts';
import { type Relay, startRelay } from '../../fixtures/relay.ts';
import { createTestFolder } from '../../fixtures/test-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accept, type Receiver, startReceiver } from '../../fixtures/webhook-receiver.ts';
import { openPostgresHistory } from '../history/postgres/postgres-history.ts';
import { openSqliteReader } from '../history/sqlite/sqlite-history.ts';

let isWell = true;
let target: Receiver;
let receiver: Receiver;

beforeAll(async () => {
  target = await startReceiver(response =>
    response.writeHead(isWell ? 200 : 503).end('the token is s3cret-value'),
  );
  receiver = await startReceiver(accept);
});
afterAll(() => Promise.all([target.close(), receiver.close()]));

const config = (more: object = {}) => ({
  probes: [
    {
      id: 'shop',
      name: 'Shop',
      interval: 1,
      incidentThreshold: 1,
      recoveryThreshold: 1,
      env: [{ name: 'TOKEN', value: 's3cret-value' }],
      requests: [{ name: 'home', url: `${target.url}/`, saveBody: true }],
    },
  ],
  notifications: [{ id: 'ops', type: 'webhook', url: receiver.url }],
  ...more,
});
const quietly = ['--metrics-port', '0', '--output', 'json'];

test('results outlive kill -9, and are read while the next picket goes on', async () => {
  await using folder = await createTestFolder();
  const file = await folder.write('probes.yaml', config());
  const path = join(folder.path, '.probes.history.sqlite');
  const countIn = async () => {
    const reader = openSqliteReader(path);
    try {
      return (await reader.results({ probe: 'shop', limit: 1000 })).length;
    } finally {
      await reader.close();
    }
  };
  await using first = startPicket(['-c', file, ...quietly]);
  const before = await waitFor(
    'a batch',
    async () => {
      const count = await countIn();
      return count > 0 && count;
    },
    { every: 100 },
  );
  first.kill('SIGKILL');
  await first.ended;
  expect(await countIn()).toBeGreaterThanOrEqual(before);

  await using second = startPicket(['-c', file, ...quietly]);
  const url = (await second.sees(/http:\/\/127\.0\.0\.1:\d+/))[0];
  await waitFor('more results', async () => (await countIn()) > before + 1, { every: 100 });
  const history = (...args: string[]) => runPicket(['history', ...args, '-c', file]);
  const [json, text, all, stranger] = await Promise.all([
    history('shop', '--output', 'json'),
    history('shop', '--limit', '1', '--bodies'),
    history(),
    history('shpo'),
  ]);
  const shown = JSON.parse(json.stdout);
  expect(shown).toMatchObject({ probe: 'shop', windows: { '1h': { availability: 1 } } });
  expect(shown.windows['1h'].runs).toBeGreaterThan(before);
  expect(shown.results[0]).toMatchObject({
    request: 'home',
    health: 'ok',
    good: true,
    status: 200,
  });
  const answer = await fetch(`${url}/api/history/results?probe=shop&bodies=true&limit=1`);
  expect(await answer.text()).toContain('"body":"the token is [redacted]"');
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
    /picket_history_writes_total\{outcome="written"\} [1-9]/,
  );

  expect(text.stdout).toMatch(/home +1 h +\d+ +100 %/);
  expect(text.stdout).toContain('the token is [redacted]');
  expect(all.stdout).toMatch(/^shop +100 % +100 % +100 %/m);
  expect(stranger).toMatchObject({ code: 2 });
  expect(stranger.stderr).toContain(
    'the history has no probe "shpo" (did you mean "shop"? it has shop)',
  );
  second.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
});

test('a file that is no history is refused at the start and left as it is', async () => {
  await using folder = await createTestFolder();
  const file = await folder.write('probes.yaml', config());
  const path = join(folder.path, '.probes.history.sqlite');
  await writeFile(path, 'not a database'.repeat(500));
  await using without = startPicket([
    '-c',
    file,
    '--no-history',
    '--state',
    ':memory:',
    ...quietly,
  ]);
  const { code, stderr, stdout } = await runPicket(['-c', file, ...quietly], { timeout: 20_000 });
  expect(code).toBe(1);
  expect(stderr + stdout).toMatch(/history file .* cannot be used .*--no-history/);
  await without.sees(/"msg":"request"/);
  expect(await readFile(path, 'utf8')).toBe('not a database'.repeat(500));
});

test('a pass keeps no history unless it is asked to', async () => {
  await using folder = await createTestFolder();
  const file = await folder.write('probes.yaml', config());
  const history = join(folder.path, 'kept.sqlite');
  await Promise.all([
    runPicket(['-c', file, '--repeat', '1', '--state', join(folder.path, 'first.sqlite')]),
    runPicket(['-c', file, '--repeat', '2', '--history', history]),
  ]);
  expect((await folder.names()).filter(name => name.includes('history'))).toEqual([]);
  const { stdout } = await runPicket(['history', '--history', history, '--output', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ probe: 'shop', windows: { '1h': { runs: 2 } } });
});

test('no alert is lost while PostgreSQL is away, and what was held is written', async () => {
  await using server = await startPostgres();
  await using relay: Relay = await startRelay(server.port);
  await using folder = await createTestFolder();
  const history = { url: '{{ env.HISTORY_URL }}', keepResults: 2 };
  const file = await folder.write('probes.yaml', config({ history }));
  const url = postgresUrl({ ...server, port: relay.port });
  const store = openPostgresHistory(postgresUrl(server));
  try {
    isWell = true;
    await using picket = startPicket(['-c', file, ...quietly], { env: { HISTORY_URL: url } });
    const kept = () => store.results({ probe: 'shop', limit: 1000 });
    await waitFor('a first result', async () => (await kept()).length > 0, { every: 100 });
    for (const how of ['refuse', 'hang'] as const) {
      const told = receiver.received.length;
      await relay.interrupt(how);
      isWell = false;
      await waitFor('the incident', () => receiver.received.length > told, { every: 100 });
      isWell = true;
      await waitFor('the recovery', () => receiver.received.length > told + 1, { every: 100 });
      await picket.sees(/the history cannot be written/);
      const since = Date.now();
      await relay.resume();
      await waitFor(
        'results of after the outage',
        async () => (await kept()).some(({ at }) => at > since),
        { every: 200 },
      );
    }
    const results = await kept();
    expect(results.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(2);
    // A batch whose end nobody heard of is not there twice.
    expect(new Set(results.map(({ at }) => at)).size).toBe(results.length);
    picket.kill('SIGTERM');
    const { stdout, stderr } = await picket.ended;
    expect(stdout + stderr).not.toContain(encodeURIComponent(server.password));
    expect(stdout + stderr).not.toContain(server.password);
  } finally {
    await store.close();
  }
});
