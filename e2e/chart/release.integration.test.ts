import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiServer, startApiServer } from '@picket/cluster';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { chartFolder, helm, type Values } from './fixtures/helm.ts';

/** How long the API server may take until it goes by what it was told. */
const soon = { timeout: 30_000, interval: 200 };

let api: ApiServer;
let older: string;

beforeAll(async () => {
  api = await startApiServer();
  for (const name of ['watch', 'shop']) await api.kubectl(['create', 'namespace', name]);
  older = await copyOfChart(definition => {
    definition.metadata.annotations = { 'example.com/version': 'older' };
    for (const { schema } of definition.spec.versions)
      delete schema.openAPIV3Schema.properties.spec.properties.description;
  });
});

afterAll(async () => {
  await api?.stop();
  if (older !== undefined) await rm(older, { recursive: true });
});

const release = (command: string, chart: string, values: Values = {}) =>
  helm([command, 'picket', chart, '--namespace=watch', `--kubeconfig=${api.kubeconfig}`], values);
const install = (values?: Values, chart = chartFolder) => release('install', chart, values);
const upgrade = (values?: Values) => release('upgrade', chartFolder, values);
const uninstall = (...flags: string[]) =>
  helm(['uninstall', 'picket', ...flags, '--namespace=watch', `--kubeconfig=${api.kubeconfig}`]);

const definition = 'crd/probes.picket.dev';
const exists = async (...names: string[]) =>
  (await api.kubectl(['get', '--ignore-not-found', '-o', 'name', ...names])).trim() !== '';
const established = () =>
  api.kubectl(['wait', '--for=condition=Established', '--timeout=60s', definition]);

async function applyProbe(spec: object): Promise<string> {
  const probe = { apiVersion: 'picket.dev/v1', kind: 'Probe', metadata: { name: 'shop' }, spec };
  const args = ['apply', '--validate=strict', '--namespace=watch', '-f', '-'];
  return api.kubectl(args, { input: JSON.stringify(probe) });
}

const entries = { requests: [{ url: 'https://shop.example.com/' }] };

afterEach(async () => {
  await uninstall('--ignore-not-found');
  await api.kubectl(['delete', '--ignore-not-found', '--timeout=60s', definition]);
});

describe('the definition of Probes', () => {
  test('changes with an upgrade, and the Probes stay', async () => {
    await install({}, older);
    await established();
    await applyProbe(entries);
    await expect(applyProbe({ ...entries, description: 'x' })).rejects.toThrow('description');

    await upgrade();
    await expect
      .poll(() => applyProbe({ ...entries, description: 'x' }), soon)
      .toContain('configured');
    const { metadata } = JSON.parse(await api.kubectl(['get', definition, '-o', 'json']));
    expect(metadata.annotations).not.toHaveProperty(['example.com/version']);
  });

  test('outlives the release with its Probes, and the next release takes it over', async () => {
    await install();
    await established();
    await applyProbe(entries);
    await uninstall();
    expect(await exists('--namespace=watch', 'deployment/picket')).toBe(false);
    expect(await exists('--namespace=watch', 'pkt/shop')).toBe(true);
    await install();
    expect(await exists('--namespace=watch', 'deployment/picket', 'pkt/shop')).toBe(true);
  });

  test('stays where an upgrade leaves it to somebody else', async () => {
    await install();
    await upgrade({ crds: { install: false } });
    expect(await exists(definition)).toBe(true);
  });

  test('goes with the release where it is not to be kept', async () => {
    await install();
    await upgrade({ crds: { keep: false } });
    await uninstall();
    await expect.poll(() => exists(definition), soon).toBe(false);
  });
});

describe('once installed', () => {
  /** Which of these the operator's account may do; each is a verb, a group, a resource and a namespace. */
  const questions = [
    'list picket.dev probes shop',
    'update picket.dev probes/status shop',
    'create events.k8s.io events shop',
    'get core secrets shop',
    'get core secrets elsewhere',
    'list picket.dev probes elsewhere',
    'delete coordination.k8s.io leases watch',
    'get core pods watch',
    'list core secrets shop',
    'update picket.dev probes shop',
    'create core pods shop',
    'get coordination.k8s.io leases shop',
    'list core pods watch',
    'get core nodes elsewhere',
  ];

  const isAllowed = async (question: string): Promise<boolean> => {
    const [verb, group = '', path = '', namespace] = question.split(' ');
    const [resource, subresource] = path.split('/');
    const user = 'system:serviceaccount:watch:picket';
    const resourceAttributes = {
      verb,
      group: group.replace('core', ''),
      resource,
      subresource,
      namespace,
    };
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, resourceAttributes },
    };
    const args = ['create', '-f', '-', '-o', 'jsonpath={.status.allowed}'];
    return (await api.kubectl(args, { input: JSON.stringify(review) })) === 'true';
  };

  const allowed = async () => {
    const answers = await Promise.all(questions.map(isAllowed));
    return questions.filter((_, index) => answers[index]);
  };

  test('the operator may do what it does in all namespaces, and no more', async () => {
    await install();
    await expect
      .poll(allowed, soon)
      .toEqual([
        'list picket.dev probes shop',
        'update picket.dev probes/status shop',
        'create events.k8s.io events shop',
        'get core secrets shop',
        'get core secrets elsewhere',
        'list picket.dev probes elsewhere',
        'delete coordination.k8s.io leases watch',
      ]);
  });

  test('it may do it in listed namespaces only', async () => {
    await install({ watchNamespaces: ['shop'], secrets: { read: false } });
    await expect
      .poll(allowed, soon)
      .toEqual([
        'list picket.dev probes shop',
        'update picket.dev probes/status shop',
        'create events.k8s.io events shop',
        'delete coordination.k8s.io leases watch',
      ]);
  });

  test('the notes have a Probe that can be applied', async () => {
    const notes = await install({ watchNamespaces: ['shop'] });
    await established();
    const [, manifest = ''] = /<<EOF\n(.+?)\n +EOF/s.exec(notes) ?? [];
    const args = ['apply', '--validate=strict', '-f', '-'];
    expect(await api.kubectl(args, { input: stringify(parse(manifest)) })).toBe(
      'probe.picket.dev/api-server created',
    );
    expect(notes).toContain('Picket runs the Probes of the namespaces shop.');
    expect(notes).toContain('kubectl -n shop describe pkt api-server');
    expect(notes).toContain('Nobody is notified yet');
    expect(notes).toContain('There is one replica');
  });

  test('the notes leave out what is done', async () => {
    const notes = await install({
      replicaCount: 2,
      existingSecret: 'mine',
      networkPolicy: { enabled: true },
    });
    expect(notes).toContain('Picket runs the Probes of all namespaces.');
    expect(notes).not.toMatch(/Nobody is notified|one replica/);
  });
});

interface Definition {
  readonly metadata: { annotations?: Record<string, string> };
  readonly spec: {
    readonly versions: readonly {
      readonly schema: {
        readonly openAPIV3Schema: {
          readonly properties: { readonly spec: { readonly properties: Record<string, unknown> } };
        };
      };
    }[];
  };
}

async function copyOfChart(change: (definition: Definition) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-chart-'));
  await cp(chartFolder, folder, { recursive: true });
  const file = join(folder, 'files', 'picket.dev_probes.yaml');
  const changed: Definition = parse(await readFile(file, 'utf8'));
  change(changed);
  await writeFile(file, stringify(changed));
  return folder;
}
