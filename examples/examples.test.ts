import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadExample, readExample } from './load-example.ts';
import { readSettings } from './shop/settings.ts';

const files = globSync('*.yaml', { cwd: new URL('.', import.meta.url) }).sort();

/** Every variable that the expressions of a file read, with some value. */
async function environmentOf(file: string): Promise<Record<string, string>> {
  const names = (await readExample(file)).matchAll(/\{\{ env\.(\w+) \}\}/g);
  return Object.fromEntries(Array.from(names, ([, name]) => [String(name), 'value']));
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
});

test('there is an example of every way to ask a target', async () => {
  const loaded = files.map(async file => loadExample(file, { env: await environmentOf(file) }));
  const probes = (await Promise.all(loaded)).flatMap(config => config.probes);
  const kinds = new Set(probes.flatMap(({ probe }) => probe.requests.map(({ kind }) => kind)));
  const all = ['http', 'mariadb', 'mongo', 'mysql', 'ping', 'postgres', 'redis', 'socket'];
  expect([...kinds].sort()).toEqual(all);
});

test('kubernetes.yaml holds every Secret and ConfigMap it refers to', async () => {
  await expect(loadExample('kubernetes.yaml')).resolves.toMatchObject({ notes: [] });
});

test('the quickstart asks the demo shop on the ports it opens by default', async () => {
  const { httpPort, tcpPort } = readSettings({});
  const ports = (await readExample('quickstart.yaml')).matchAll(/(?:127\.0\.0\.1:|port: )(\d+)/g);
  const asked = Array.from(ports, ([, port]) => Number(port));
  expect(new Set(asked)).toEqual(new Set([httpPort, tcpPort]));
});
