import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiServer, startApiServer } from '@picket/cluster';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { helm, trackerChart, type Values } from './fixtures/helm.ts';
import { renderChart } from './fixtures/render-chart.ts';
import { trackerObjects, trackerValueCases } from './fixtures/tracker-value-cases.ts';

const render = (values: Values = {}) =>
  renderChart(values, { release: 'tracker', chart: trackerChart });

test('the chart passes lint, strictly', async () => {
  expect(await helm(['lint', '--strict', trackerChart], {})).toContain('0 chart(s) failed');
});

describe('of', () => {
  test.each(trackerValueCases)(
    '$name the chart makes',
    async ({ values, adds = [], removes = [], shows }) => {
      const rendered = await render(values);
      const expected = [...trackerObjects.filter(name => !removes.includes(name)), ...adds];
      expect([...rendered.keys()].sort()).toEqual(expected.sort());
      for (const [name, fields] of Object.entries(shows ?? {}))
        expect(rendered.get(name), name).toMatchObject(fields);
    },
  );
});

describe('a mistake is refused and named', () => {
  test.each<[string, Values, string]>([
    ['an unknown value', { replicas: 3 }, "additional properties 'replicas' not allowed"],
    ['a password in an address', { repository: { url: 'https://a:b@x/y' } }, '/repository/url'],
    ['an address that runs commands', { repository: { url: 'ext::id' } }, '/repository/url'],
    ['a flag for a branch', { repository: { branch: '--x' } }, '/repository/branch'],
    ['a subcommand of what', { mcp: { allow: ['--repo=/'] } }, '/mcp/allow/0'],
    ['a host with a port', { allowedHosts: ['a:1'] }, '/allowedHosts/0'],
    ['an Ingress of nowhere', { ingress: { enabled: true } }, 'ingress.host: name the host'],
    [
      'a sync with nobody',
      { repository: { syncInterval: 60 } },
      'repository.syncInterval: name the remote in repository.url',
    ],
    ['a size of what', { persistence: { size: 'big' } }, '/persistence/size'],
  ])('%s', async (_, values, message) => {
    await expect(render(values)).rejects.toThrow(message);
  });
});

test('values that the page names are the chart’s', async () => {
  const page = await readFile(
    new URL('../../docs/tracker-on-kubernetes.md', import.meta.url),
    'utf8',
  );
  const values = parse(await readFile(join(trackerChart, 'values.yaml'), 'utf8'));
  const rows = Array.from(page.matchAll(/^\| (`[a-z].+?) \|/gm), ([, cell = '']) => cell);
  const named = rows
    .flatMap(cell => cell.match(/`[a-zA-Z.]+`/g) ?? [])
    .map(name => name.slice(1, -1))
    .filter(name => !['username', 'password', 'token'].includes(name));
  expect(named.length).toBeGreaterThan(15);
  for (const name of named) expect(values).toHaveProperty(name);
});

describe('a real API server', () => {
  let api: ApiServer;
  const release = (command: string, values: Values) =>
    helm(
      [command, 'tracker', trackerChart, '--namespace=watch', `--kubeconfig=${api.kubeconfig}`],
      values,
    );
  const secretData = async (): Promise<Record<string, string>> =>
    JSON.parse(
      await api.kubectl(['get', 'secret', 'tracker-token', '-n=watch', '-o=jsonpath={.data}']),
    );

  beforeAll(async () => {
    api = await startApiServer();
    await api.kubectl(['create', 'namespace', 'watch']);
    const restricted = 'pod-security.kubernetes.io/enforce=restricted';
    await api.kubectl(['label', 'namespace', 'watch', restricted]);
  });

  afterAll(() => api?.stop());

  test.each(trackerValueCases)('takes every object of $name', async ({ values }) => {
    const objects = [...(await render(values)).values()];
    const input = objects.map(object => JSON.stringify(object)).join('\n---\n');
    const flags = ['--validate=strict', '--server-side', '--dry-run=server'];
    const printed = await api.kubectl(['apply', ...flags, '-f', '-'], { input });
    expect(printed.trim().split('\n')).toHaveLength(objects.length);
  });

  test('lets the pod run where pods are restricted', async () => {
    const { template } = (await render()).get('StatefulSet watch/tracker')?.spec ?? {};
    const metadata = { ...template?.metadata, name: 'tracker', namespace: 'watch' };
    const data = { name: 'data', emptyDir: {} };
    const spec = { ...template?.spec, volumes: [...(template?.spec.volumes ?? []), data] };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
    const create = ['create', '--dry-run=server', '-f', '-'];
    expect(await api.kubectl(create, { input: stringify(pod) })).toContain('pod/tracker created');
  });

  test('keeps a generated token across upgrades, makes another beside it, and gives way to one of the user’s', async () => {
    const notes = await release('install', {});
    const first = await secretData();
    expect(Object.keys(first)).toEqual(['token']);
    expect(notes).not.toContain(Buffer.from(first.token ?? '', 'base64').toString());
    expect(notes).toContain('port-forward service/tracker 3847:3847');
    await release('upgrade', { mcp: { token: { key: 'agents' } } });
    const second = await secretData();
    expect(second).toEqual({ token: first.token, agents: expect.any(String) });
    expect(second.agents).not.toBe(first.token);
    await release('upgrade', { mcp: { token: { key: 'agents' }, readOnly: true } });
    expect(await secretData()).toEqual(second);
    await expect(
      release('upgrade', { token: { existingSecret: 'tracker-token' } }),
    ).rejects.toThrow('would go with this upgrade');
    expect(await secretData()).toEqual(second);
    await release('upgrade', { token: { existingSecret: 'mine' } });
    await expect(secretData()).rejects.toThrow('NotFound');
    await api.kubectl(['create', 'secret', 'generic', 'tracker-token', '-n=watch']);
    await release('upgrade', { token: { existingSecret: 'tracker-token' } });
  });
});
