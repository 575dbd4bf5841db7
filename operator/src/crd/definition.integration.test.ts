import { globSync, readFileSync } from 'node:fs';
import { type ApiServer, startApiServer } from '@picket/cluster';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { installCrd } from '../../fixtures/probes.ts';
import { decodeProbe } from '../resource/probes.ts';

let server: ApiServer;

beforeAll(async () => {
  server = await startApiServer();
  await installCrd(server);
});
afterAll(() => server.stop());

const root = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const examples = globSync('examples/*.yaml', { cwd: root }).map(read);

const manifest = (name: string, spec: object) =>
  stringify({ apiVersion: 'picket.dev/v1', kind: 'Probe', metadata: { name }, spec });

const run = (args: string, input?: string) =>
  server.kubectl(args.split(' '), input === undefined ? {} : { input });

describe('the CustomResourceDefinition on an API server', () => {
  it('is structural, and applied again it is unchanged', async () => {
    const crd = JSON.parse(await run('get crd probes.picket.dev -o json'));
    const conditions = crd.status.conditions.map((each: { type: string; status: string }) => [
      each.type,
      each.status,
    ]);
    expect(Object.fromEntries(conditions)).toEqual({ NamesAccepted: 'True', Established: 'True' });
    const file = new URL('crds/picket.dev_probes.yaml', root).pathname;
    expect(await run(`apply -f ${file}`)).toMatch(/configured|unchanged/);
    expect(await run(`apply -f ${file}`)).toMatch(/unchanged/);
  });

  it('is explained, every field of it', async () => {
    // The server publishes the schema a moment after it serves the resource.
    const explained = await waitFor('kubectl explains Probes', () =>
      run('explain probe.spec.requests'),
    );
    expect(explained).toMatch(/url\t<string> -required-\n {4}Address to request, with http/);
    expect(explained).toMatch(/timeout\t<integer>\n[^<]*From 1 to 600000\. Default: 10000\./);
    const recursive = await run('explain probe --recursive');
    expect(recursive).toContain('configMapKeyRef');
    const published = JSON.parse(await run('get --raw /openapi/v3/apis/picket.dev/v1'));
    const fields = fieldsOf(published.components.schemas['dev.picket.v1.Probe'], 'probe');
    expect(fields.length).toBeGreaterThan(150);
    expect(fields.filter(({ description }) => !description)).toEqual([]);
  });

  it('has columns, of which one is wide', async () => {
    await run('apply -f -', manifest('columns', { ping: [{ uri: 'shop' }] }));
    expect(cells(await run('get pkt columns'))).toEqual([
      ['NAME', 'READY', 'HEALTHY', 'INCIDENTS', 'INTERVAL', 'AGE'],
      ['columns', '', '', '', '10', expect.stringMatching(/^\d+s$/)],
    ]);
    await patchStatus('columns', {
      incidents: 2,
      conditions: [condition('Ready', 'True'), condition('Healthy', 'False')],
    });
    expect(cells(await run('get probes.picket.dev columns -o wide'))).toEqual([
      ['NAME', 'READY', 'HEALTHY', 'INCIDENTS', 'INTERVAL', 'AGE', 'MESSAGE'],
      ['columns', 'True', 'False', '2', '10', expect.anything(), 'because it is so'],
    ]);
    expect(await run('get picket -o name')).toContain('probe.picket.dev/columns');
    await run('wait --for=condition=Ready --timeout=10s pkt/columns');
  });

  it('refuses a field it does not know, where kubectl is strict as by default', async () => {
    const misspelt = manifest('strict', { requests: [{ urll: 'http://shop/' }] });
    await expect(run('apply -f -', misspelt)).rejects.toThrow(
      /unknown field "spec\.requests\[0\]\.urll"/,
    );
  });
});

describe('kubectl apply', () => {
  it.each([
    { side: 'client', flags: '', again: 'unchanged' },
    { side: 'server', flags: ' --server-side', again: 'serverside-applied' },
  ])(
    'on the $side’s side takes every probe of the examples and pages, and again without a change',
    async ({ side, flags, again }) => {
      const probes = [...writtenProbes()].map(([name, spec]) => manifest(name, spec));
      expect(probes.length).toBeGreaterThan(5);
      expect(examples.length).toBeGreaterThan(10);
      const all = [...probes, ...examples].join('---\n');
      await run(`create namespace ${side}`);
      const apply = () => run(`apply -n ${side} -f -${flags}`, all);
      await apply();
      const lines = (await apply()).split('\n').filter(line => line.startsWith('probe.'));
      expect(lines.length).toBeGreaterThan(probes.length);
      expect(lines.filter(line => !line.endsWith(` ${again}`))).toEqual([]);
      const generations = await run(
        `get pkt -n ${side} -o jsonpath={.items[*].metadata.generation}`,
      );
      expect(new Set(generations.split(' '))).toEqual(new Set(['1']));
    },
  );

  it('on the server’s side gives each entry of env to whoever applied it', async () => {
    const spec = (name: string) => ({ ping: [{ uri: 'shop' }], env: [{ name, value: '1' }] });
    const names = async () =>
      (await run('get pkt shared -o jsonpath={.spec.env[*].name}')).split(' ').sort();
    await run('apply --server-side --field-manager=a -f -', manifest('shared', spec('A')));
    await run('apply --server-side --field-manager=b -f -', manifest('shared', spec('B')));
    expect(await names()).toEqual(['A', 'B']);
    await run('apply --server-side --field-manager=a -f -', manifest('shared', spec('C')));
    expect(await names()).toEqual(['B', 'C']);
  });
});

describe('the status', () => {
  it('is written beside the spec, and takes what a later version may say', async () => {
    await run('apply -f -', manifest('later', { ping: [{ uri: 'shop' }] }));
    const long = 'x'.repeat(20_000);
    const written = {
      observedGeneration: 1,
      conditions: [
        condition('Ready', 'True'),
        { ...condition('Mended', 'Perhaps'), message: long },
      ],
      alerts: [{ request: long, alert: long, state: 'muted', sequence: 2 ** 40 }],
      lastRunNow: long,
    };
    await patchStatus('later', { ...written, unheardOf: 1 });
    const stored = JSON.parse(await run('get pkt later -o json'));
    expect(stored.status).toEqual(written);
    expect(stored.metadata.generation).toBe(1);
    expect(decodeProbe(stored).status).toEqual({
      observedGeneration: 1,
      conditions: [condition('Ready', 'True')],
      alerts: [],
      lastRunNow: long,
    });
  });
});

function condition(type: string, status: string) {
  return {
    type,
    status,
    reason: 'Because',
    message: 'because it is so',
    lastTransitionTime: '2026-01-02T03:04:05Z',
    observedGeneration: 1,
  };
}

function patchStatus(name: string, status: object): Promise<string> {
  const patch = JSON.stringify({ status });
  return server.kubectl([
    'patch',
    'pkt',
    name,
    '--subresource=status',
    '--type=merge',
    '-p',
    patch,
  ]);
}

/** The cells of a table, told apart by where the columns of its head begin. */
function cells(table: string): string[][] {
  const lines = table.split('\n');
  const starts = Array.from((lines[0] ?? '').matchAll(/\S+/g), ({ index }) => index);
  return lines.map(line =>
    starts.map((start, column) => line.slice(start, starts[column + 1]).trim()),
  );
}

interface Field {
  readonly path: string;
  readonly description: unknown;
}

interface Published {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Published>>;
  readonly items?: Published;
  readonly additionalProperties?: Published;
}

function fieldsOf(schema: Published, path: string): Field[] {
  const { properties = {}, items, additionalProperties } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      { path: `${path}.${name}`, description: field.description },
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...(items ? fieldsOf(items, `${path}[]`) : []),
    ...(additionalProperties ? fieldsOf(additionalProperties, `${path}[]`) : []),
  ];
}

/** The probes of config files, in the examples and on the pages, as they would stand in a `spec`. */
function writtenProbes(): Map<string, object> {
  const files = globSync('examples/config-file/*.yaml', { cwd: root }).map(read);
  const snippets = globSync(['README.md', 'docs/*.md'], { cwd: root }).flatMap(page =>
    Array.from(
      readFileSync(new URL(page, root), 'utf8').matchAll(/```yaml\n(.+?)```/gs),
      ([, yaml = '']) => yaml,
    ),
  );
  const documents = [...files, ...snippets].flatMap(text =>
    parseAllDocuments(text).map(document => document.toJS()),
  );
  const probes = documents.flatMap(({ probes = [] }: { probes?: { id: string }[] }) => probes);
  return new Map(probes.map(({ id, ...spec }, index) => [`${index}-${id.toLowerCase()}`, spec]));
}
