import {
  type CompiledProbe,
  createEgress,
  createSession,
  type RequestRun,
  runProbe,
} from '@picket/monitor';
import { channelVariables } from '@picket/monitor/fixtures/shop-examples';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadExample } from './load-example.ts';
import { type Shop, startShop } from './shop/shop.ts';

const health = { healthyFor: 20_000, brokenFor: 15_000 };

let now = 0;
let shop: Shop;

beforeEach(async () => {
  now = 0;
  shop = await startShop({ httpPort: 0, tcpPort: 0, health, slowness: 1, clock: () => now });
});
afterEach(() => shop.close());

/** Runs every probe of an example once, against the shop on the ports it has in this test. */
async function run(file: string): Promise<Outcome[]> {
  const { url, httpPort, tcpPort, mailPort } = shop;
  const ports = new Map([
    ['3801', httpPort],
    ['3802', tcpPort],
    ['3803', mailPort],
  ]);
  const edit = (text: string) =>
    text.replace(/\b380[123]\b/g, port => String(ports.get(port) ?? port));
  const env = {
    ...{ SHOP_URL: url, SHOP_HOST: '127.0.0.1', SHOP_PASSWORD: 'open sesame' },
    ...{ PING_HOST: '127.0.0.1', ...channelVariables },
  };
  const { probes } = await loadExample(file, { edit, env });
  const runs = await Promise.all(probes.map(({ probe }) => runOnce(probe)));
  return runs.flat().map(outcomeOf);
}

async function runOnce(probe: CompiledProbe): Promise<readonly RequestRun[]> {
  const { requests } = await runProbe(probe, createSession(probe), 0, {
    signal: new AbortController().signal,
    egress: createEgress({ allow: [], deny: [] }),
    maxBody: 1_048_576,
    now: Date.now,
  });
  return requests;
}

interface Outcome {
  readonly request: string;
  readonly status: number | 'skipped' | 'left-out';
  /** What each of the author's alerts found, by its key. */
  readonly alerts: Readonly<Record<string, boolean | 'unknown'>>;
}

function outcomeOf(run: RequestRun): Outcome {
  const { key, alerts } = run.request;
  if (run.kind !== 'sent') return { request: key, status: run.kind, alerts: {} };
  const { response } = run.result;
  const found = alerts.flatMap(({ key, condition }) =>
    typeof condition === 'string' ? [] : [[key, condition.evaluate(response)] as const],
  );
  return { request: key, status: response.status, alerts: Object.fromEntries(found) };
}

/** A redirect is what one of the examples asks for. */
const isWell = ({ status, alerts }: Outcome) =>
  (status === 200 || status === 201 || status === 301) &&
  Object.values(alerts).every(found => found === false);

const files = [
  ...['http.yaml', 'chain.yaml', 'socket.yaml', 'ping.yaml'],
  ...['config-file/quickstart.yaml', 'config-file/notifications.yaml', 'config-file/channels.yaml'],
];

describe.each(files)('%s', file => {
  test('finds nothing wrong with a shop that is well', async () => {
    const outcomes = await run(file);
    expect(outcomes.filter(outcome => !isWell(outcome))).toEqual([]);
  });
});

test('only the health probe of the quickstart notices that the shop is broken', async () => {
  now = health.healthyFor;
  const outcomes = await run('config-file/quickstart.yaml');
  expect(outcomes.filter(outcome => !isWell(outcome))).toEqual([
    { request: expect.stringContaining('/health'), status: 503, alerts: { broken: true } },
  ]);
});
