import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chartFolder, helm } from './fixtures/helm.ts';
import { observabilityValueCases } from './fixtures/observability-value-cases.ts';
import { renderChart } from './fixtures/render-chart.ts';
import { defaultObjects, valueCases } from './fixtures/value-cases.ts';

const everything = {
  replicaCount: 2,
  serviceMonitor: { enabled: true },
  dashboards: { enabled: true },
  prometheusRule: { enabled: true },
  networkPolicy: { enabled: true },
};

test.each([{}, everything])('the chart passes lint, strictly', async values => {
  expect(await helm(['lint', '--strict', chartFolder], values)).toContain('0 chart(s) failed');
});

describe('of', () => {
  test.each([...valueCases, ...observabilityValueCases])(
    '$name the chart makes',
    async ({ values, adds = [], removes = [], shows }) => {
      const rendered = await renderChart(values);
      const expected = [...defaultObjects.filter(name => !removes.includes(name)), ...adds];
      expect([...rendered.keys()].sort()).toEqual(expected.sort());
      for (const [name, fields] of Object.entries(shows ?? {}))
        expect(rendered.get(name), name).toMatchObject(fields);
    },
  );
});

describe('all objects', () => {
  test('are labelled as the release’s', async () => {
    for (const [name, { metadata }] of await renderChart(everything))
      expect(metadata.labels, name).toMatchObject({
        'app.kubernetes.io/name': metadata.name === 'picket-test' ? 'picket-test' : 'picket',
        'app.kubernetes.io/instance': 'picket',
        'app.kubernetes.io/managed-by': 'Helm',
        'app.kubernetes.io/version': '0.1.0',
        'helm.sh/chart': 'picket-0.1.0',
      });
  });

  test('hold no text of a template, but for expressions of the user’s', async () => {
    // Those of Kubernetes, Grafana and Prometheus have braces of their own.
    const files = ['CustomResourceDefinition', 'ConfigMap', 'PrometheusRule'];
    for (const [name, manifest] of await renderChart(everything)) {
      if (files.includes(manifest.kind)) continue;
      expect(JSON.stringify(manifest), name).not.toContain('{{');
    }
  });

  test('are named for the release', async () => {
    const names = async (release: string, values = {}) => [
      ...(await renderChart(values, { release })).keys(),
    ];
    expect(await names('probes')).toContain('Deployment watch/probes-picket');
    expect(await names('my-picket')).toContain('Deployment watch/my-picket');
    expect(await names('probes', { nameOverride: 'eye' })).toContain('Service watch/probes-eye');
    expect(await names('probes', { fullnameOverride: 'eye' })).toContain('Service watch/eye');
    for (const name of await names('r'.repeat(53)))
      expect(name.split(/[ /]/).at(-1)?.length, name).toBeLessThanOrEqual(63 + '-replicas'.length);
  });
});

test('names that look like numbers stay names', async () => {
  const rendered = await renderChart(
    { fullnameOverride: '1e3', priorityClassName: '7', serviceMonitor: { enabled: true } },
    { release: '0x10', namespace: '007' },
  );
  expect(rendered.get('Deployment 007/1e3')).toMatchObject({
    metadata: { name: '1e3', namespace: '007', labels: { 'app.kubernetes.io/instance': '0x10' } },
    spec: { template: { spec: { priorityClassName: '7', serviceAccountName: '1e3' } } },
  });
  expect(rendered.get('ServiceMonitor 007/1e3')).toMatchObject({
    spec: { namespaceSelector: { matchNames: ['007'] } },
  });
});

describe('the definition of Probes', () => {
  const definition = 'CustomResourceDefinition probes.picket.dev';
  const file = join(chartFolder, 'files', 'picket.dev_probes.yaml');

  test('is the generated one, kept when the release is uninstalled', async () => {
    const generated = parse(await readFile(file, 'utf8'));
    const rendered = (await renderChart()).get(definition);
    expect(rendered).toEqual({
      ...generated,
      metadata: {
        ...generated.metadata,
        labels: expect.objectContaining({ 'app.kubernetes.io/name': 'picket' }),
        annotations: { ...generated.metadata.annotations, 'helm.sh/resource-policy': 'keep' },
      },
    });
  });

  test('goes with the release where it is not to be kept', async () => {
    const rendered = (await renderChart({ crds: { keep: false } })).get(definition);
    expect(rendered?.metadata.annotations ?? {}).not.toHaveProperty(['helm.sh/resource-policy']);
  });
});

describe('dashboards and rules', () => {
  const files = join(chartFolder, 'files');
  const rendered = () => renderChart(everything);

  test.each(['operator', 'overview', 'probe'])('%s.json is as its file', async name => {
    const text = await readFile(join(files, 'dashboards', `${name}.json`), 'utf8');
    const { data } = (await rendered()).get(`ConfigMap watch/picket-dashboard-${name}`) ?? {};
    expect(data).toEqual({ [`picket-${name}.json`]: text.trimEnd() });
  });

  test('rules are as their file where nothing else is set', async () => {
    const { groups } = parse(await readFile(join(files, 'rules.yaml'), 'utf8'));
    expect((await rendered()).get('PrometheusRule watch/picket')?.spec).toEqual({ groups });
  });

  test('a group that nobody needs is left out', async () => {
    const disabled = ['1h', '6h', '1d', '3d'].map(window => `PicketErrorBudgetBurn${window}`);
    const values = { prometheusRule: { enabled: true, disabled } };
    const rule = (await renderChart(values)).get('PrometheusRule watch/picket');
    expect(rule?.spec?.groups?.map(({ name }) => name)).toEqual([
      'picket-objectives',
      'picket-availability',
      'picket-probes',
      'picket-health',
      'picket-operator',
    ]);
  });
});

describe('pods', () => {
  test('say who they are', async () => {
    const rendered = await renderChart();
    const field = (fieldPath: string) => ({ valueFrom: { fieldRef: { fieldPath } } });
    expect(rendered.get('Deployment watch/picket')).toMatchObject({
      spec: {
        template: {
          spec: {
            containers: [
              {
                args: [
                  '--config=/etc/picket/picket.yaml',
                  '--group=picket',
                  '--host=0.0.0.0',
                  '--port=9464',
                  '--writes-per-second=100',
                  '--concurrency=1000',
                  '--log-level=info',
                ],
                env: [
                  { name: 'POD_NAME', ...field('metadata.name') },
                  { name: 'POD_NAMESPACE', ...field('metadata.namespace') },
                  { name: 'POD_UID', ...field('metadata.uid') },
                ],
              },
            ],
          },
        },
      },
    });
  });
});
