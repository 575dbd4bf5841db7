import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings } from './settings.ts';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

/** Names of a file's imports beside it, and of theirs. */
async function neededBy(name: string, known = new Set([name])): Promise<ReadonlySet<string>> {
  for (const [, imported = ''] of (await read(name)).matchAll(/from '\.\/(.+?)'/g)) {
    if (known.has(imported)) continue;
    await neededBy(imported, known.add(imported));
  }
  return known;
}

test('the ConfigMap has the script and what it imports, and nothing else', async () => {
  const { configMapGenerator } = parse(await read('kustomization.yaml'));
  expect(configMapGenerator).toEqual([
    { name: 'shop', files: [...(await neededBy('main.ts'))].sort() },
  ]);
});

test('the Service has the ports that the shop opens by default', async () => {
  const documents = parseAllDocuments(await read('shop.yaml')).map(document => document.toJS());
  const service = documents.find(
    ({ metadata, kind }) => `${kind} ${metadata.name}` === 'Service shop',
  );
  const { httpPort, tcpPort, mailPort } = readSettings({});
  expect(service.spec.ports.map(({ port }: { port: number }) => port)).toEqual([
    ...[httpPort, tcpPort, mailPort],
  ]);
});
