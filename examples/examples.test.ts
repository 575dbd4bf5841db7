import { globSync, readFileSync } from 'node:fs';
import { type Static, type TSchema, Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { Notification } from '../services/monitor/src/notify/schema.ts';
import { compileProbe } from '../services/monitor/src/probe/compile.ts';
import { ruleProblems } from '../services/monitor/src/probe/rules.ts';
import { Probe, probeFields } from '../services/monitor/src/probe/schema.ts';
import { validate } from '../services/monitor/src/probe/validate.ts';
import { readSettings } from './shop/settings.ts';

const ConfigFile = Type.Object(
  {
    probes: Type.Array(Probe, { minItems: 1 }),
    notifications: Type.Optional(Type.Array(Notification, { minItems: 1 })),
  },
  { additionalProperties: false },
);

const Metadata = Type.Object({ name: Type.String() });
const ProbeManifest = Type.Object(
  {
    apiVersion: Type.Literal('picket.dev/v1'),
    kind: Type.Literal('Probe'),
    metadata: Metadata,
    spec: Type.Object(
      { name: Type.Optional(Probe.properties.name), ...probeFields },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
const SecretManifest = Type.Object({
  kind: Type.Literal('Secret'),
  metadata: Metadata,
  stringData: Type.Record(Type.String(), Type.String()),
});
const ConfigMapManifest = Type.Object({
  kind: Type.Literal('ConfigMap'),
  metadata: Metadata,
  data: Type.Record(Type.String(), Type.String()),
});

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const documentsOf = (file: string) =>
  parseAllDocuments(read(file)).map(document => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
const kindIs = (kind: string) => (document: { kind?: unknown }) => document.kind === kind;

/** Fails with every problem a value has; otherwise gives it with its type. */
function valid<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const validation = validate(schema, value);
  if (!validation.ok) throw new Error(JSON.stringify(validation.problems, undefined, 2));
  return validation.value;
}

const configFiles = globSync('*.yaml', { cwd: new URL('.', import.meta.url) })
  .filter(file => file !== 'kubernetes.yaml')
  .sort();

test('there is an example of every way to ask a target', () => {
  const probes = configFiles.flatMap(file => valid(ConfigFile, documentsOf(file)[0]).probes);
  const used = new Set(probes.flatMap(probe => Object.keys(probe)));
  const kinds = ['requests', 'ping', 'socket', 'mariadb', 'mysql', 'mongo', 'postgres', 'redis'];
  expect([...used]).toEqual(expect.arrayContaining(kinds));
});

describe.each(configFiles)('%s', file => {
  const [config, ...others] = documentsOf(file);
  const { probes } = valid(ConfigFile, config);

  test('is one document of valid probes, each with its own id', () => {
    expect(others).toEqual([]);
    expect(probes.flatMap((probe, index) => ruleProblems(probe, `probes[${index}]`))).toEqual([]);
    expect(new Set(probes.map(({ id }) => id)).size).toBe(probes.length);
  });

  test('has only expressions and assertions that compile', () => {
    expect(probes.flatMap(compileProblems)).toEqual([]);
  });

  test('reads every value it defines for expressions', () => {
    for (const probe of probes) expect(envRead(probe)).toEqual(envDefined(probe));
  });
});

describe('kubernetes.yaml', () => {
  const documents = documentsOf('kubernetes.yaml');
  const manifests = documents.filter(kindIs('Probe')).map(each => valid(ProbeManifest, each));
  const secrets = documents.filter(kindIs('Secret')).map(each => valid(SecretManifest, each));
  const maps = documents.filter(kindIs('ConfigMap')).map(each => valid(ConfigMapManifest, each));

  test('holds valid Probes', () => {
    expect(manifests.length).toBeGreaterThan(0);
    expect(manifests.flatMap(({ spec }) => ruleProblems(spec, 'spec'))).toEqual([]);
    for (const { spec, metadata } of manifests) {
      expect(compileProblems({ id: metadata.name, name: metadata.name, ...spec })).toEqual([]);
      expect(envRead(spec)).toEqual(envDefined(spec));
    }
  });

  test('holds every Secret and ConfigMap key its Probes refer to', () => {
    const keys = [
      ...secrets.flatMap(({ metadata, stringData }) => keysOf(metadata.name, stringData)),
      ...maps.flatMap(({ metadata, data }) => keysOf(metadata.name, data)),
    ];
    const references = manifests
      .flatMap(({ spec }) => spec.env ?? [])
      .map(({ valueFrom }) => valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef)
      .map(reference => `${reference?.name}/${reference?.key}`);
    expect(keys).toEqual(expect.arrayContaining(references));
  });
});

test('the quickstart asks the demo shop on the ports it opens by default', () => {
  const { httpPort, tcpPort } = readSettings({});
  const text = read('quickstart.yaml');
  const asked = [...text.matchAll(/(?:127\.0\.0\.1:|port: )(\d+)/g)].map(([, port]) =>
    Number(port),
  );
  expect(new Set(asked)).toEqual(new Set([httpPort, tcpPort]));
});

const keysOf = (name: string, data: Readonly<Record<string, string>>) =>
  Object.keys(data).map(key => `${name}/${key}`);

function compileProblems(probe: Probe) {
  const env = Object.fromEntries(envDefined(probe).map(name => [name, 'value']));
  const compiled = compileProbe({ probe, env });
  return compiled.ok ? [] : compiled.problems;
}

type WithEnv = Pick<Probe, 'env'>;

function envRead(probe: WithEnv): string[] {
  const names = JSON.stringify(probe).matchAll(/\{\{ env\.(\w+) \}\}/g);
  return [...new Set([...names].map(([, name]) => String(name)))].sort();
}

function envDefined({ env = [] }: WithEnv): string[] {
  return env.map(({ name }) => name).sort();
}
