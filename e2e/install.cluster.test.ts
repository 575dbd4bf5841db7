import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { describe, expect } from 'vitest';
import { testWithPicket } from './fixtures/cluster-test.ts';
import { eventsOf } from './fixtures/events.ts';
import { conditionOf, isInIncident, isWell, probe } from './fixtures/probe.ts';

/** What a user does first: the chart with its defaults, which watch the whole cluster, and a webhook. */
const test = testWithPicket(({ webhook }) => ({
  notifications: [{ id: 'ops', type: 'webhook', url: webhook.url }],
}));

const urlOf = ({ host }: { host: string }) => `http://${host}/health`;
const spec = (url: string) => ({
  interval: 1,
  incidentThreshold: 2,
  recoveryThreshold: 2,
  labels: { team: 'storefront' },
  requests: [
    {
      name: 'health',
      url,
      alerts: [
        {
          name: 'broken',
          assertion: 'response.status != 200',
          severity: 'critical',
          message: 'It answers {{ response.status }}.',
        },
      ],
    },
  ],
});

describe('helm install picket charts/picket, kubectl apply', () => {
  test('kubectl get pkt shows that the probe is ready and healthy', async ({
    picket,
    probes,
    shop,
  }) => {
    expect(await picket.readyPods()).toHaveLength(1);
    await probes.apply(probe('shop', spec(urlOf(shop))));
    await probes.probeWhere('shop', 'is well', isWell);

    const printed = await probes.kubectl(['get', 'pkt']);
    const [header, ...rows] = printed.trimEnd().split('\n');
    expect(header?.split(/\s+/)).toEqual([
      ...['NAME', 'READY', 'HEALTHY', 'INCIDENTS', 'INTERVAL', 'AGE'],
    ]);
    expect(rows.map(row => row.split(/\s+/).slice(0, 5))).toEqual([
      ['shop', 'True', 'True', '0', '1'],
    ]);
  });

  test('kubectl explain tells of every field', async ({ picket, probes }) => {
    expect(await picket.pods()).not.toEqual([]);
    const told = await probes.kubectl(['explain', 'probes.spec.requests']);
    expect(told).toMatch(/^ +timeout\s+<integer>\n.*milliseconds/m);
  });

  test('the chart’s own test passes', async ({ picket }) => {
    expect(await picket.test()).toMatch(/Phase:\s+Succeeded/);
  });
});

describe('a target pod that breaks', () => {
  test('is an incident: condition, Event, metrics, webhook', async ({
    picket,
    probes,
    shop,
    webhook,
  }) => {
    const url = urlOf(shop);
    await shop.enter('broken');

    const found = await probes.probeWhere('shop', 'is in incident', isInIncident);
    expect(found.status?.incidents).toBe(1);
    expect(conditionOf(found, 'Ready')).toBe('True Scheduled');

    await webhook.until('the incident is told', () => webhook.of('shop').length === 1);
    expect(webhook.of('shop')[0]).toMatchObject({
      payload: {
        type: 'incident',
        probe: { id: `${probes.name}/shop` },
        request: { name: 'health', kind: 'http' },
        alert: { name: 'broken', severity: 'critical' },
        message: 'It answers 503.',
        response: { status: 503 },
      },
    });
    expect(await picket.series('picket_alert_state', 'shop')).toContainEqual({
      name: 'picket_alert_state',
      labels: {
        ...{ job: 'picket', namespace: probes.name, probe: 'shop' },
        ...{ instance: url, request: 'health', alert: 'broken' },
      },
      value: 1,
    });
    await waitFor('an Event', async () =>
      (await eventsOf(probes, 'shop')).some(
        ({ type, reason }) => type === 'Warning' && reason === 'IncidentOpened',
      ),
    );
  });

  test('is shown by Prometheus, with the labels of the probe', async ({
    prometheus,
    probes,
    shop,
  }) => {
    const url = urlOf(shop);
    const ofShop = { namespace: probes.name, probe: 'shop', job: 'picket' };
    const ofRequest = { ...ofShop, instance: url, request: 'health' };
    const [success] = await waitFor('probe_success is 0', async () => {
      const found = await prometheus.query('probe_success{probe="shop"} == 0');
      return found.length > 0 && found;
    });
    expect(success?.labels).toEqual({
      ...ofRequest,
      ...{ __name__: 'probe_success', pod: expect.stringMatching(/^picket-/) },
    });
    const alerting = 'picket_alert_state{probe="shop"} == 1';
    const [alert, ...others] = await prometheus.query(alerting);
    expect(alert?.labels).toMatchObject({ ...ofRequest, alert: 'broken' });
    expect(others).toEqual([]);
    // What the documentation joins on to find the team.
    const joined = `(${alerting}) + on (namespace, probe) group_left (team) picket_probe_info`;
    expect((await prometheus.query(joined))[0]?.labels).toMatchObject({ team: 'storefront' });
  });

  test('recovers when it heals', async ({ picket, probes, shop, webhook, prometheus }) => {
    await shop.enter('up');
    const found = await probes.probeWhere('shop', 'is well', isWell);
    expect(found.status?.incidents ?? 0).toBe(0);
    await webhook.until('the recovery is told', () => webhook.of('shop').length === 2);
    const [incident, recovery] = webhook.of('shop');
    expect(recovery?.payload).toMatchObject({
      ...{ type: 'recovery', message: 'It answers 200.', durationMs: expect.any(Number) },
    });
    expect(recovery?.id).not.toBe(incident?.id);
    const states = await picket.series('picket_alert_state', 'shop');
    expect(states.map(({ value }) => value)).toEqual(states.map(() => 0));
    await waitFor('an Event', async () =>
      (await eventsOf(probes, 'shop')).some(({ reason }) => reason === 'IncidentRecovered'),
    );
    await waitFor(
      'Prometheus shows it',
      async () => (await prometheus.query('probe_success{probe="shop"} == 1')).length === 1,
    );
  });
});

describe('a pod that is gone', () => {
  test('is an incident of a Service that nobody answers for, until there is one again', async ({
    probes,
    shop,
    webhook,
  }) => {
    const before = webhook.of('shop').length;
    await probes.kubectl(['scale', 'deployment', shop.name, '--replicas=0']);
    await webhook.until('the incident is told', () => webhook.of('shop').length > before);
    expect(webhook.of('shop')[before]?.payload).toMatchObject({
      type: 'incident',
      response: { reason: expect.any(String) },
    });
    await probes.kubectl(['scale', 'deployment', shop.name, '--replicas=1']);
    await probes.probeWhere('shop', 'is well', isWell);
    await webhook.until('the recovery is told', () => webhook.of('shop').length > before + 1);
  });
});

describe('a deleted Probe', () => {
  test('leaves no series at the next scrape', async ({ picket, probes, prometheus }) => {
    const shown = () => prometheus.query('{probe="shop"}');
    expect(await shown()).not.toEqual([]);
    await probes.delete('pkt', 'shop');
    await waitFor('it is shown no more', async () => (await shown()).length === 0, {
      limit: 5000,
      every: 100,
    });
    expect(await picket.series('picket_probe_info', 'shop')).toEqual([]);
  });
});

describe('helm uninstall picket', () => {
  test('keeps the definition and the Probes', async ({ picket, probes, shop, cluster }) => {
    await probes.apply(probe('kept', spec(urlOf(shop))));
    await probes.probeWhere('kept', 'is well', isWell);
    const before = (await probes.probes()).map(({ metadata }) => metadata.uid);
    await picket.uninstall();
    expect(await cluster.kubectl(['get', 'crd', 'probes.picket.dev', '-o', 'name'])).toContain(
      'probes.picket.dev',
    );
    expect((await probes.probes()).map(({ metadata }) => metadata.uid)).toEqual(before);
    expect(before).toHaveLength(1);
    await waitFor('its pods are gone', async () => (await picket.pods()).length === 0);
  });
});
