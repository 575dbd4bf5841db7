import { type ApiServer, type Kubectl, startApiServer } from '@picket/cluster';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { observabilityValueCases } from './fixtures/observability-value-cases.ts';
import { prometheusRuleDefinition } from './fixtures/prometheus-rule.ts';
import { renderChart } from './fixtures/render-chart.ts';
import { serviceMonitorDefinition } from './fixtures/service-monitor.ts';
import { valueCases } from './fixtures/value-cases.ts';

let api: ApiServer;

beforeAll(async () => {
  api = await startApiServer();
  for (const name of ['watch', 'shop', 'monitoring'])
    await api.kubectl(['create', 'namespace', name]);
  const restricted = 'pod-security.kubernetes.io/enforce=restricted';
  await api.kubectl(['label', 'namespace', 'watch', restricted]);
  const definitions = [serviceMonitorDefinition, prometheusRuleDefinition];
  await apply(api.kubectl, definitions);
  const crds = definitions.map(({ metadata: { name } }) => `crd/${name}`);
  await api.kubectl(['wait', '--for=condition=Established', '--timeout=60s', ...crds]);
});

afterAll(() => api?.stop());

describe('the API server takes every object', () => {
  test.each([...valueCases, ...observabilityValueCases])('of $name', async ({ values }) => {
    const objects = [...(await renderChart(values)).values()];
    const printed = await apply(api.kubectl, objects, '--server-side', '--dry-run=server');
    expect(printed.trim().split('\n')).toHaveLength(objects.length);
  });

  test('and would not take one with an unknown field', async () => {
    const service = (await renderChart()).get('Service watch/picket');
    const wrong = { ...service, spec: { ...service?.spec, portss: [] } };
    await expect(apply(api.kubectl, [wrong], '--server-side', '--dry-run=server')).rejects.toThrow(
      'portss',
    );
  });
});

describe('where pods are held to the standard "restricted"', () => {
  async function podOfOperator(values: object): Promise<object> {
    const deployment = (await renderChart({ ...values })).get('Deployment watch/picket');
    const template = deployment?.spec?.template;
    const metadata = { ...template?.metadata, name: 'picket', namespace: 'watch' };
    return { apiVersion: 'v1', kind: 'Pod', metadata, spec: template?.spec };
  }

  const create = (pod: object | undefined) =>
    api.kubectl(['create', '--dry-run=server', '-f', '-'], { input: stringify(pod) });

  test.each([true, false])('the operator may run, its ping enabled: %s', async enabled => {
    expect(await create(await podOfOperator({ ping: { enabled } }))).toContain(
      'pod/picket created',
    );
  });

  test('the pod of helm test may run', async () => {
    const pod = (await renderChart()).get('Pod watch/picket-test');
    expect(await create(pod)).toContain('pod/picket-test created');
  });

  test('a pod with more rights may not', async () => {
    const pod = await podOfOperator({ securityContext: { capabilities: { add: ['NET_RAW'] } } });
    await expect(create(pod)).rejects.toThrow('violates PodSecurity "restricted:latest"');
  });
});

function apply(
  kubectl: Kubectl,
  objects: readonly object[],
  ...flags: readonly string[]
): Promise<string> {
  const input = objects.map(object => JSON.stringify(object)).join('\n---\n');
  return kubectl(['apply', '--validate=strict', ...flags, '-f', '-'], { input });
}
