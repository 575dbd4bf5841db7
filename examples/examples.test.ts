import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadExample, readExample } from './load-example.ts';
import { manifestsOf, type Reference, referencesOf, valuesOf } from './manifests.ts';
import { readSettings } from './shop/settings.ts';

const here = { cwd: new URL('.', import.meta.url) };
const settings = 'settings.yaml';
/** What `kubectl apply -f examples/` reads. */
const applied = globSync('*.{yaml,yml,json}', here).sort();
const manifests = applied.filter(file => file !== settings);
const files = [...manifests, ...globSync('config-file/*.yaml', here).sort()];

/** Names of the variables that the expressions of a file read. */
async function namesIn(file: string): Promise<string[]> {
  const names = (await readExample(file)).matchAll(/\{\{ env\.(\w+) \}\}/g);
  return [...new Set(Array.from(names, ([, name]) => String(name)))];
}

async function environmentOf(file: string): Promise<Record<string, string>> {
  return Object.fromEntries((await namesIn(file)).map(name => [name, 'https://value.example/']));
}

describe.each(files)('%s', file => {
  test('loads and compiles without a problem or a note', async () => {
    const { probes, notes } = await loadExample(file, { env: await environmentOf(file) });
    expect(probes.length).toBeGreaterThan(0);
    expect(notes).toEqual([]);
  });

  test('reads every value it defines for expressions', async () => {
    const { probes } = await loadExample(file, { env: await environmentOf(file) });
    for (const { source } of probes) {
      const text = JSON.stringify(source.probe);
      for (const name of Object.keys(source.env)) expect(text).toContain(`{{ env.${name} }}`);
    }
  });

  test('says at its top how it is run, with every variable it needs', async () => {
    const [top = ''] = (await readExample(file)).split(/^[^#]/m);
    expect(top).toContain(`npx picket -c examples/${file}`);
    for (const name of await namesIn(file)) expect(top).toContain(`${name}=`);
  });

  test('is in the table of the README', async () => {
    expect(await readExample('README.md')).toContain(`](${file})`);
  });
});

describe('kubectl apply -f examples/', () => {
  test('reads resources only, each with a name of its own', async () => {
    const resources = (await Promise.all(applied.map(manifestsOf))).flat();
    const names = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.length).toBeGreaterThan(manifests.length);
    expect(new Set(names).size).toBe(names.length);
  });

  test('gives each reference its value, by the name that a file reads it by', async () => {
    const values = valuesOf(await manifestsOf(settings));
    const references = (await Promise.all(manifests.map(referencesOf))).flat();
    const ours = references.filter(isOurs);
    expect(new Set(ours.map(nameOf))).toEqual(new Set(values.keys()));
    for (const { name, key } of ours) expect(key).toBe(name);
    const others = new Set(references.filter(each => !isOurs(each)).map(nameOf));
    expect(others).toEqual(new Set(['ConfigMap kube-root-ca.crt ca.crt']));
  });
});

const isOurs = ({ resource }: Reference) => resource === 'examples';
const nameOf = ({ kind, resource, key }: Reference) => `${kind} ${resource} ${key}`;

test('there is an example of every way to ask a target', async () => {
  const loaded = manifests.map(async file => loadExample(file, { env: await environmentOf(file) }));
  const probes = (await Promise.all(loaded)).flatMap(config => config.probes);
  const kinds = new Set(probes.flatMap(({ probe }) => probe.requests.map(({ kind }) => kind)));
  const all = ['http', 'mariadb', 'mongo', 'mysql', 'ping', 'postgres', 'redis', 'socket'];
  expect([...kinds].sort()).toEqual(all);
});

test('the demo shop is asked on the ports it opens by default', async () => {
  const { httpPort, tcpPort, mailPort } = readSettings({});
  const asked = async (file: string) => {
    const text = (await readExample(file)).replaceAll(/^#.*$/gm, '');
    const ports = text.matchAll(/(?:127\.0\.0\.1:|port: )(\d+)/g);
    return new Set(Array.from(ports, ([, port]) => Number(port)));
  };
  expect(await asked('config-file/quickstart.yaml')).toEqual(new Set([httpPort, tcpPort]));
  expect(await asked('socket.yaml')).toEqual(new Set([httpPort, tcpPort, mailPort]));
  expect(await readExample(settings)).toContain(`SHOP_URL: http://shop.default.svc:${httpPort}\n`);
});
