import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadShared } from '@picket/monitor';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chartFolder, helm, type Values } from './fixtures/helm.ts';
import { renderChart } from './fixtures/render-chart.ts';

interface Schema {
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const schemaFile = join(chartFolder, 'values.schema.json');
const valuesFile = join(chartFolder, 'values.yaml');

test('values.yaml and its schema know the same values', async () => {
  const schema: Schema = JSON.parse(await readFile(schemaFile, 'utf8'));
  const values = parse(await readFile(valuesFile, 'utf8'));
  const ofOtherCharts = ['global', 'enabled'];
  expect([...pathsOf(schema)].filter(path => !ofOtherCharts.includes(path)).sort()).toEqual(
    [...pathsIn(values, schema)].sort(),
  );
});

describe('a mistake is refused and named', () => {
  const mistakes: readonly [string, Values, string][] = [
    ['an unknown value', { replicas: 3 }, "additional properties 'replicas' not allowed"],
    [
      'one that is nested',
      { crds: { instal: true } },
      "at '/crds': additional properties 'instal'",
    ],
    ['text for a number', { replicaCount: '3' }, "at '/replicaCount': got string, want integer"],
    ['a number too small', { concurrency: 0 }, "at '/concurrency': minimum: got 0, want 1"],
    ['a number for a tag', { image: { tag: 1.1 } }, "at '/image/tag': got number, want string"],
    ['no tag', { image: { tag: null } }, "at '/image': missing property 'tag'"],
    ['a digest of another kind', { image: { digest: 'md5:1' } }, "at '/image/digest'"],
    ['an unknown level', { logLevel: 'trace' }, "at '/logLevel': value must be one of 'debug'"],
    ['no name of a namespace', { watchNamespaces: ['Shop'] }, "at '/watchNamespaces/0'"],
    ['a namespace twice', { watchNamespaces: ['a', 'a'] }, "at '/watchNamespaces'"],
    [
      'a text for a list',
      { watchNamespaces: 'shop' },
      "at '/watchNamespaces': got string, want array",
    ],
    [
      'a variable that is no text',
      { extraEnv: [{ name: 'A', value: 1 }] },
      "at '/extraEnv/0/value'",
    ],
    ['a label that is no text', { podLabels: { a: true } }, "at '/podLabels/a'"],
    ['a grace too short', { terminationGracePeriodSeconds: 5 }, 'minimum: got 5, want 20'],
    ['a budget of what', { podDisruptionBudget: { maxUnavailable: 'half' } }, '/maxUnavailable'],
    [
      'an interval of what',
      { serviceMonitor: { interval: '30' } },
      "at '/serviceMonitor/interval'",
    ],
    [
      'an objective of 100 %',
      { prometheusRule: { objective: 100 } },
      "at '/prometheusRule/objective'",
    ],
    [
      'an alert that there is not',
      { prometheusRule: { enabled: true, disabled: ['PicketIncidnet'] } },
      'prometheusRule.disabled: there is no alert PicketIncidnet, only PicketErrorBudgetBurn1h',
    ],
    [
      'notifications beside a Secret',
      { existingSecret: 'mine', egress: { deny: ['10.0.0.0/8'] } },
      'existingSecret holds notifications, egress and history',
    ],
  ];

  test.each(mistakes)('%s', async (_, values, message) => {
    await expect(renderChart(values)).rejects.toThrow(message);
  });
});

/** The schema of the chart repeats that of the operator's file, so one table is put to both. */
describe('the operator’s file', () => {
  const hook = { id: 'ops', type: 'webhook', url: 'https://hooks.example.com/' };
  interface File extends Values {
    readonly egress?: object;
  }
  const files: readonly [string, boolean, File][] = [
    ['nothing', true, {}],
    ['a webhook', true, { notifications: [hook] }],
    [
      'a webhook with all there is',
      true,
      {
        notifications: [
          {
            ...hook,
            url: 'https://{{ env.TOKEN }}@hooks.example.com/',
            method: 'PUT',
            timeout: 60_000,
            headers: { Authorization: 'Bearer {{ env.TOKEN }}', 'X-Text': 'a: b # c' },
          },
        ],
      },
    ],
    [
      'people',
      true,
      {
        notifications: [
          { id: 'chat', type: 'slack', url: hook.url, title: '{{ summary }}', groupEvery: 30_000 },
          {
            id: 'mail',
            type: 'smtp',
            host: 'mail.example.com',
            security: 'tls',
            user: 'picket',
            password: '{{ env.TOKEN }}',
            from: 'Picket <picket@example.com>',
            to: ['ops@example.com'],
          },
        ],
      },
    ],
    [
      'mail to nobody',
      false,
      { notifications: [{ id: 'mail', type: 'smtp', host: 'm', from: 'a@b.test', to: [] }] },
    ],
    ['rules', true, { egress: { deny: ['10.0.0.0/8', 'fd00::/8'], allow: ['10.1.2.3'] } }],
    ['another type', false, { notifications: [{ ...hook, type: 'pigeon' }] }],
    ['no type', false, { notifications: [{ id: 'ops', url: hook.url }] }],
    ['no id', false, { notifications: [{ type: 'webhook', url: hook.url }] }],
    ['an empty id', false, { notifications: [{ ...hook, id: '' }] }],
    ['an id too long', false, { notifications: [{ ...hook, id: 'i'.repeat(254) }] }],
    ['no url', false, { notifications: [{ id: 'ops', type: 'webhook' }] }],
    ['an unknown field', false, { notifications: [{ ...hook, urll: 'x' }] }],
    ['another method', false, { notifications: [{ ...hook, method: 'GET' }] }],
    ['no time', false, { notifications: [{ ...hook, timeout: 0 }] }],
    ['a time too long', false, { notifications: [{ ...hook, timeout: 60_001 }] }],
    ['a time in parts', false, { notifications: [{ ...hook, timeout: 1.5 }] }],
    ['a header that is no text', false, { notifications: [{ ...hook, headers: { 'X-A': 1 } }] }],
    ['an unknown rule', false, { egress: { forbid: [] } }],
    ['a rule that is no text', false, { egress: { deny: [10] } }],
    ['an empty rule', false, { egress: { deny: [''] } }],
  ];

  test.each(files)('%s: is valid for chart and operator: %s', async (_, isValid, values) => {
    const load = loadShared('picket.yaml', {
      env: { TOKEN: 'secret' },
      readFile: async () => Buffer.from(JSON.stringify(values)),
    });
    if (isValid) {
      await expect(load).resolves.toBeDefined();
      await expect(renderChart(values)).resolves.toBeDefined();
    } else {
      await expect(load).rejects.toThrow();
      await expect(renderChart(values)).rejects.toThrow(/at '\/(notifications|egress)/);
    }
  });

  test.each(files.filter(([, isValid]) => isValid))(
    '%s: comes through the Secret as it was written',
    async (_, __, values) => {
      const secret = (await renderChart(values)).get('Secret watch/picket-config');
      const text = secret?.stringData?.['picket.yaml'] ?? '';
      const empty = { notifications: [], egress: { deny: [], allow: [] } };
      const egress = { ...empty.egress, ...values.egress };
      expect(parse(text)).toEqual({ ...empty, ...values, egress });
      const read = async () => Buffer.from(text);
      await loadShared('picket.yaml', { env: { TOKEN: 'secret' }, readFile: read });
    },
  );
});

test('another chart can depend on this one, and switch it off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'picket-chart-'));
  try {
    const repository = `file://${chartFolder}`;
    const picket = { name: 'picket', version: '0.1.0', repository, condition: 'picket.enabled' };
    const chart = { apiVersion: 'v2', name: 'parent', version: '1.0.0', dependencies: [picket] };
    await writeFile(join(folder, 'Chart.yaml'), JSON.stringify(chart));
    await mkdir(join(folder, 'templates'));
    await helm(['dependency', 'update', folder]);
    const render = (values: Values) => renderChart(values, { release: 'parent', chart: folder });
    const on = await render({ picket: { enabled: true }, global: { region: 'a' } });
    expect([...on.keys()]).toContain('Deployment watch/parent-picket');
    expect((await render({ picket: { enabled: false } })).size).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function* pathsOf({ properties = {} }: Schema, parent = ''): Generator<string> {
  for (const [name, schema] of Object.entries(properties)) {
    yield `${parent}${name}`;
    yield* pathsOf(schema, `${parent}${name}.`);
  }
}

/** Down to where the schema leaves off: below it is Kubernetes' own. */
function* pathsIn(values: object, { properties = {} }: Schema, parent = ''): Generator<string> {
  for (const [name, value] of Object.entries(values)) {
    yield `${parent}${name}`;
    const schema = properties[name];
    if (schema?.properties !== undefined) yield* pathsIn(value, schema, `${parent}${name}.`);
  }
}
