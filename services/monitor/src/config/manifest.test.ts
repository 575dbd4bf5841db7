import { describe, expect, it } from 'vitest';
import type { ProbeSource } from '../probe/compile.ts';
import type { Environment } from '../template/environment.ts';
import { ConfigError } from './config-error.ts';
import { loadConfig } from './load.ts';

const asIs = (source: ProbeSource) => ({ ok: true, value: source }) as const;

function load(text: string, env: Environment = {}) {
  return loadConfig('shop.yaml', { env, compile: asIs, readFile: async () => Buffer.from(text) });
}

async function problemsOf(text: string, env: Environment = {}) {
  const error = await load(text, env).catch((reason: unknown) => reason);
  if (!(error instanceof ConfigError)) throw new Error('no problems', { cause: error });
  return error.problems;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

function probe(name: string, spec: string, metadata = '') {
  return `---
apiVersion: picket.dev/v1
kind: Probe
metadata: { name: ${name}, ${metadata} labels: { team: shop } }
spec:
  requests: [{ url: "http://shop.test/" }]
  ${spec}
`;
}

const references = `env:
  - { name: PASSWORD, valueFrom: { secretKeyRef: { name: shop, key: password } } }
  - { name: REGION, valueFrom: { configMapKeyRef: { name: shop, key: region } } }`;

const secret = `---
apiVersion: v1
kind: Secret
metadata: { name: shop }
data: { password: ${base64('pässword')} }
`;

const configMap = `---
apiVersion: v1
kind: ConfigMap
metadata: { name: shop }
data: { region: north }
`;

describe('Kubernetes manifests in a config file', () => {
  it('become probes whose id is the name of the resource, and whose name too unless given', async () => {
    const { probes } = await load(probe('a', '') + probe('b', 'name: Shop'));
    expect(probes.map(({ probe }) => [probe.id, probe.name])).toEqual([
      ['a', 'a'],
      ['b', 'Shop'],
    ]);
  });

  it('stand beside a config file, which may give the notifications', async () => {
    const text = `notifications: [{ id: ops, type: webhook, url: "http://ops.test/" }]\n${probe('a', 'notify: [ops]')}`;
    const { probes, notifications } = await load(text);
    expect([probes.length, notifications.length]).toEqual([1, 1]);
  });

  it('may come as a List', async () => {
    const item =
      '{ apiVersion: picket.dev/v1, kind: Probe, metadata: { name: a }, spec: { ping: [{ uri: a }] } }';
    const { probes } = await load(`apiVersion: v1\nkind: List\nitems:\n- ${item}\n`);
    expect(probes[0]?.probe.id).toBe('a');
  });

  it('of other kinds are ignored with a note', async () => {
    const { notes } = await load(
      `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: shop }\nspec: {}\n${probe('a', '')}`,
    );
    expect(notes).toEqual([
      'line 1: Deployment "shop" (apps/v1) is not for Picket and was ignored',
    ]);
  });

  it('have their mistakes reported with their lines', async () => {
    const text = `${probe('a', 'intervall: 5')}${probe('a', 'interval: 0')}---
apiVersion: picket.dev/v1
kind: Probe
metadata: { nmae: b }
sepc: {}
---
apiVersion: v1
kind: Secret
metadata: { name: shop }
data: { password: "not base64!" }
`;
    expect(
      (await problemsOf(text)).map(({ line, path, message }) => [line, path, message]),
    ).toEqual([
      [7, 'spec.intervall', 'unknown field'],
      [11, 'metadata.name', 'the id "a" is taken by line 4'],
      [14, 'spec.interval', 'must be an integer from 1 to 2592000, found 0'],
      [18, 'metadata.name', 'is required'],
      [19, 'sepc', 'unknown field'],
      [24, 'data.password', 'is not base64 of UTF-8 text'],
    ]);
  });

  it('of an unknown version or kind of ours are mistakes', async () => {
    const text =
      probe('a', '').replace('picket.dev/v1', 'picket.dev/v2') +
      probe('b', '').replace('Probe', 'Prob');
    expect((await problemsOf(text)).map(({ path, message }) => [path, message])).toEqual([
      ['apiVersion', 'must be picket.dev/v1, found "picket.dev/v2"'],
      ['kind', 'must be Probe, found "Prob"'],
    ]);
  });

  it('of other kinds only are told of when there is no probe', async () => {
    expect(await problemsOf('apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n')).toEqual([
      {
        file: 'shop.yaml',
        path: '',
        message: 'has no probes',
        hint: expect.stringContaining('Pod "a"'),
      },
    ]);
  });

  it('do not have an id of their own', async () => {
    expect(await problemsOf(probe('a', 'id: b'))).toEqual([
      expect.objectContaining({ path: 'spec.id', message: 'unknown field' }),
    ]);
  });
});

describe('references of env', () => {
  it('are read from Secrets and ConfigMaps of the same file before the environment', async () => {
    const text = probe('a', references) + secret + configMap;
    const { probes } = await load(text, { PASSWORD: 'other', REGION: 'south' });
    expect(probes[0]?.env).toEqual({ PASSWORD: 'pässword', REGION: 'north' });
  });

  it('are read from the environment variable of the name of the entry otherwise', async () => {
    const { probes } = await load(probe('a', references) + configMap, { PASSWORD: '' });
    expect(probes[0]?.env).toEqual({ PASSWORD: '', REGION: 'north' });
  });

  it('take stringData over data, as Kubernetes does', async () => {
    const text = `${probe('a', references)}${secret}stringData: { password: plain }\n${configMap}`;
    expect((await load(text)).probes[0]?.env.PASSWORD).toBe('plain');
  });

  it('stay in the namespace of the probe', async () => {
    const inNamespace = (namespace: string, text: string) =>
      text.replace('name: shop }', `name: shop, namespace: ${namespace} }`);
    const text = probe('a', references, 'namespace: east,') + inNamespace('west', configMap);
    const environment = { PASSWORD: 'p', REGION: 'from environment' };
    expect((await load(text, environment)).probes[0]?.env.REGION).toBe('from environment');
    const other = text + inNamespace('east', configMap).replace('north', 'east');
    expect((await load(other, environment)).probes[0]?.env.REGION).toBe('east');
  });

  it('that lead nowhere are reported with both places that were looked in', async () => {
    const text = probe('a', references) + secret.replace('password:', 'token:');
    expect(await problemsOf(text, { REGION: 'north' })).toEqual([
      {
        file: 'shop.yaml',
        line: 8,
        path: 'spec.env[0].valueFrom',
        message:
          'has no value: the file has no Secret "shop" with the key "password", and the environment variable PASSWORD is not set',
        hint: 'set PASSWORD, or add the Secret to the file',
      },
    ]);
  });

  it('never find what the environment only inherits', async () => {
    const entry = (name: string) =>
      `env: [{ name: ${name}, valueFrom: { secretKeyRef: { name: x, key: x } } }]`;
    expect(await problemsOf(probe('a', entry('toString')))).toHaveLength(1);
    const { probes } = await load(probe('a', 'env: [{ name: __proto__, value: x }]'));
    expect(Object.entries(probes[0]?.env ?? {})).toEqual([['__proto__', 'x']]);
  });
});
