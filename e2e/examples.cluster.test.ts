import { fileURLToPath } from 'node:url';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { expect } from 'vitest';
import { testWithPicket } from './fixtures/cluster-test.ts';
import { startDatabases } from './fixtures/databases.ts';
import { exampleCredentials, exampleServices } from './fixtures/example-databases.ts';
import { exampleSettings } from './fixtures/example-settings.ts';
import { openExampleShop } from './fixtures/example-shop.ts';
import { conditionOf, isWell } from './fixtures/probe.ts';

/** What the README of the examples tells a newcomer to do, in another namespace than `default`. */
const examples = fileURLToPath(new URL('../examples', import.meta.url));

const test = testWithPicket(({ probes }) => ({ watchNamespaces: [probes.name] })).extend(
  'databases',
  { scope: 'file' },
  async ({ cluster, probes }, { onCleanup }) => {
    const databases = await startDatabases(cluster.hostAddress);
    onCleanup(async () => databases[Symbol.asyncDispose]());
    await probes.apply(...exampleServices(databases));
    return databases;
  },
);

/** Longer than the longest interval of an example, after the minute in which a changed Secret is taken up. */
const patience = { limit: 240_000 };

test('kubectl apply -f examples/ makes every Probe ready', async ({ picket, probes }) => {
  expect(await picket.readyPods()).not.toEqual([]);
  const applied = await probes.kubectl(['apply', '-f', examples]);
  const names = Array.from(applied.matchAll(/^probe\.picket\.dev\/(\S+) created$/gm), ([, name]) =>
    String(name),
  );
  expect(names.length).toBeGreaterThan(15);
  for (const name of names)
    await probes.probeWhere(name, 'is ready', probe =>
      /^True/.test(conditionOf(probe, 'Ready') ?? ''),
    );
});

test('with the demo shop, databases and settings.yaml filled in every target is well', async ({
  picket,
  probes,
  image,
  databases,
}) => {
  await openExampleShop(probes, image);
  const settings = await exampleSettings(probes.name, exampleCredentials(databases, probes.name));
  await probes.apply(...settings);

  const names = (await probes.probes()).map(({ metadata }) => metadata.name);
  for (const name of names) {
    // An alert is an incident after several runs only, so Healthy alone does not say that the last one went well.
    await waitFor(
      `every request of ${name} succeeds`,
      async () => {
        const series = await picket.series('probe_success', name);
        return series.length > 0 && series.every(({ value }) => value === 1);
      },
      patience,
    );
    await probes.probeWhere(name, 'is well', isWell, patience);
  }
  const [, ...rows] = (await probes.kubectl(['get', 'pkt'])).trimEnd().split('\n');
  expect(rows.map(row => row.split(/\s{2,}/).slice(1, 3))).toEqual(
    names.map(() => ['True', 'True']),
  );
});

test('kubectl delete -f examples/ takes them all away', async ({ picket, probes }) => {
  await probes.kubectl(['delete', '-f', examples]);
  expect(await probes.probes()).toEqual([]);
  await waitFor(
    'no series is left',
    async () => (await picket.series('picket_probe_info', 'home')).length === 0,
  );
});
