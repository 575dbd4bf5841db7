import { setTimeout } from 'node:timers/promises';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { expect } from 'vitest';
import { testWithPicket } from './fixtures/cluster-test.ts';
import { down, up } from './fixtures/drill-target.ts';
import { fleet, launch } from './fixtures/fleet.ts';
import { longestGaps } from './fixtures/gaps.ts';
import { type Pod, restartsOf } from './fixtures/pod.ts';
import { directly } from './fixtures/pod-address.ts';
import { seriesAt } from './fixtures/pod-metrics.ts';
import { isInIncident, isWell } from './fixtures/probe.ts';
import { toldFaults } from './fixtures/told.ts';

/** Milliseconds; longer than a Lease lasts. */
const outage = process.env.PICKET_SOAK === undefined ? 25_000 : 120_000;
const interval = 1000;
const replicas = 2;

const steady = fleet('steady', 20, interval);
/** Those that break while the API server is away; the first of them heal then, too. */
const healing = fleet('heals', 3, interval);
const broken = fleet('stays-broken', 3, interval);

const test = testWithPicket(({ webhook, probes }) => ({
  replicaCount: replicas,
  watchNamespaces: [probes.name],
  notifications: [{ id: 'ops', type: 'webhook', url: webhook.url }],
}));

test.beforeEach(({ cluster, skip }) =>
  skip(cluster.provider !== 'local', 'only the API server of the local cluster can be stopped'),
);

test('while the API server is away probes and metrics go on; what changed is told afterwards', async ({
  cluster,
  picket,
  probes,
  target,
  webhook,
}) => {
  await launch([steady, healing, broken], { probes, target });
  const pods = await picket.readyPods();
  expect(pods).toHaveLength(replicas);
  const inIncident = (...names: readonly string[]) =>
    waitFor(`metrics show ${names.length} in incident`, async () => {
      const states = await seriesAt(pods, 'picket_alert_state', directly);
      const found = states.filter(({ value }) => value === 1).map(({ labels }) => labels.probe);
      return found.length === names.length && names.every(name => found.includes(name));
    });

  const from = target.now();
  await cluster.stopApiServer();
  try {
    const over = setTimeout(outage);
    for (const name of [...healing.names, ...broken.names]) target.answer(name, down);
    await inIncident(...healing.names, ...broken.names);
    for (const name of healing.names) target.answer(name, up);
    await inIncident(...broken.names);
    await over;
    await inIncident(...broken.names);
    expect(webhook.arrivals).toEqual([]);
    const success = await seriesAt(pods, 'probe_success', directly);
    expect(success.filter(({ value }) => value === 1)).toHaveLength(
      steady.names.length + healing.names.length,
    );
  } finally {
    await cluster.startApiServer();
  }
  expect(target.now() - from).toBeGreaterThanOrEqual(outage);

  for (const name of broken.names) await probes.probeWhere(name, 'is in incident', isInIncident);
  for (const name of healing.names) await probes.probeWhere(name, 'is well', isWell);
  await waitFor('replicas are ready', async () => (await picket.readyPods()).length === replicas);
  expect((await picket.pods()).map(identityOf)).toEqual(pods.map(identityOf));
  const [gap] = longestGaps(target.requests, { probes: steady.names, from, until: target.now() });
  expect(gap?.length).toBeLessThanOrEqual(2 * interval);

  for (const name of broken.names) target.answer(name, up);
  const outages = new Map([...healing.names, ...broken.names].map(name => [name, 1]));
  await webhook.until('all is told', () =>
    [...outages.keys()].every(name => webhook.of(name).some(({ type }) => type === 'recovery')),
  );
  expect(toldFaults(webhook.arrivals, outages)).toEqual([]);
});

/** Changes when a pod is replaced or its container started again. */
function identityOf(pod: Pod): string {
  return `${pod.metadata.name} ${restartsOf(pod)}`;
}
