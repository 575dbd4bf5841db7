import { type ApiServer, startApiServer } from '@picket/cluster';
import { type SwitchedTarget, serveSwitchedTarget } from '@picket/monitor/fixtures/switched-target';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chartFolder, helm, type Values } from './fixtures/helm.ts';
import { startOperatorOfChart } from './fixtures/operator-of-chart.ts';
import { renderChart } from './fixtures/render-chart.ts';

const soon = { timeout: 60_000, interval: 300 };
const shop = '--namespace=shop';

let api: ApiServer;
let target: SwitchedTarget;

beforeAll(async () => {
  api = await startApiServer();
  target = await serveSwitchedTarget();
  for (const name of ['watch', 'shop']) await api.kubectl(['create', 'namespace', name]);
  await api.kubectl(['create', 'secret', 'generic', 'login', '--from-literal=path=home', shop]);
  await api.kubectl([
    'create',
    'configmap',
    'place',
    `--from-literal=url=${target.urlOf('')}`,
    shop,
  ]);
});

afterAll(async () => {
  await target?.[Symbol.asyncDispose]();
  await api?.stop();
});

beforeEach(() => target.switch('home', 'up'));

/** The chart as a release, and the operator with what it gives: file, flags, account and rights. */
async function startRelease(values: Values) {
  const all = { egress: { allow: ['127.0.0.0/8'] }, ...values };
  const where = ['--namespace=watch', `--kubeconfig=${api.kubeconfig}`];
  await helm(['upgrade', '--install', 'picket', chartFolder, ...where], all);
  await api.kubectl(['wait', '--for=condition=Established', 'crd/probes.picket.dev']);
  const kubeconfig = await api.kubeconfigFor({
    serviceAccount: { namespace: 'watch', name: 'picket' },
  });
  return startOperatorOfChart(await renderChart(all), kubeconfig);
}

async function applyProbe(): Promise<void> {
  const ref = (kind: string, name: string, key: string) => ({
    valueFrom: { [kind]: { name, key } },
  });
  const probe = {
    apiVersion: 'picket.dev/v1',
    kind: 'Probe',
    metadata: { name: 'shop' },
    spec: {
      interval: 1,
      incidentThreshold: 2,
      recoveryThreshold: 2,
      env: [
        { name: 'PLACE', ...ref('configMapKeyRef', 'place', 'url') },
        { name: 'PATH', ...ref('secretKeyRef', 'login', 'path') },
      ],
      requests: [{ url: '{{ env.PLACE }}{{ env.PATH }}' }],
    },
  };
  await api.kubectl(['delete', 'pkt', 'shop', '--ignore-not-found', shop]);
  await api.kubectl(['create', '-f', '-', shop], { input: JSON.stringify(probe) });
}

const condition = (type: string) => async () => {
  const path = `jsonpath={.status.conditions[?(@.type=="${type}")].reason}`;
  return api.kubectl(['get', 'pkt', 'shop', shop, '-o', path]);
};
const events = () =>
  api.kubectl(['get', 'events.events.k8s.io', shop, '-o', 'jsonpath={.items[*].reason}']);
const leases = () => api.kubectl(['get', 'leases', '--namespace=watch', '-o', 'name']);

describe('the rights of the chart are enough for the operator', () => {
  test.each([{}, { watchNamespaces: ['shop'] }, { secrets: { namespaces: ['shop'] } }])(
    'with %o',
    async values => {
      await api.kubectl(['delete', 'events', '--all', shop]);
      await using operator = await startRelease(values);
      await applyProbe();
      await expect.poll(condition('Healthy'), soon).toBe('NoIncident');
      expect(await condition('Ready')()).toBe('Scheduled');
      expect(await leases()).toContain('lease.coordination.k8s.io/picket-0');

      target.switch('home', 'down');
      await expect.poll(condition('Healthy'), soon).toBe('IncidentOpen');
      await expect.poll(events, soon).toContain('IncidentOpened');

      const { exitCode, log } = await operator.stop();
      expect(exitCode).toBe(0);
      expect(log).not.toMatch(/forbidden|"level":"error"/i);
      expect(await leases()).toBe('');
    },
  );

  test('and no more than it says: without Secrets, a probe that needs one says so', async () => {
    await using _ = await startRelease({ secrets: { read: false } });
    await applyProbe();
    await expect.poll(condition('Ready'), soon).toBe('ReferenceNotFound');
    const message = 'jsonpath={.status.conditions[?(@.type=="Ready")].message}';
    expect(await api.kubectl(['get', 'pkt', 'shop', shop, '-o', message])).toContain(
      'the operator is not allowed to read the Secret "login"',
    );
  });
});
