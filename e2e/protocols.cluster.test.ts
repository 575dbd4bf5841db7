import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { describe, expect } from 'vitest';
import { testWithPicket } from './fixtures/cluster-test.ts';
import { startDatabases } from './fixtures/databases.ts';
import { everyProtocol } from './fixtures/every-protocol.ts';
import { isInIncident, isWell } from './fixtures/probe.ts';

const test = testWithPicket(({ webhook, probes }) => ({
  watchNamespaces: [probes.name],
  notifications: [{ id: 'ops', type: 'webhook', url: webhook.url }],
})).extend(
  'protocols',
  { scope: 'file' },
  async ({ cluster, shop, picket, probes }, { onCleanup }) => {
    const databases = await startDatabases(cluster.hostAddress);
    onCleanup(async () => databases[Symbol.asyncDispose]());
    const host = cluster.hostAddress;
    const [a, b] = host.split('.');
    const nobody = `${a}.${b}.255.254`;
    const protocols = everyProtocol({ databases, host, nobody, shop: shop.host });
    const manifests = [...protocols.sound.values(), ...protocols.broken.values()];
    await probes.apply(...protocols.secrets, ...manifests);
    return { ...protocols, picket };
  },
);

/** With what its broken probe is answered: a status, or the code of docs/codes.md. */
const protocols = {
  http: 404,
  ping: 6,
  socket: 200,
  mariadb: 26,
  mysql: 26,
  mongo: 26,
  postgres: 26,
  redis: 26,
};

describe.each(Object.entries(protocols))('%s from inside the cluster', (protocol, status) => {
  test('finds a target that is well, well', async ({ protocols: { picket }, probes }) => {
    await probes.probeWhere(protocol, 'is well', isWell);
    const [success] = await waitFor(`${protocol} succeeds`, async () => {
      const series = await picket.series('probe_success', protocol);
      return series.some(({ value }) => value === 1) && series;
    });
    expect(success?.labels).toMatchObject({ job: 'picket', namespace: probes.name });
  });

  test('makes an incident of one that is not', async ({
    protocols: { picket },
    probes,
    webhook,
  }) => {
    const name = `${protocol}-broken`;
    await probes.probeWhere(name, 'is in incident', isInIncident);
    expect(await picket.series('probe_success', name)).toMatchObject([{ value: 0 }]);
    expect(await picket.series('picket_response_status', name)).toMatchObject([{ value: status }]);
    await webhook.until(`${name} is told`, () => webhook.of(name).length > 0);
    expect(webhook.of(name)).toMatchObject([
      { type: 'incident', payload: { request: { kind: protocol } } },
    ]);
  });
});

test('no password is shown in logs, statuses, Events, metrics or notifications', async ({
  protocols: { picket },
  probes,
  webhook,
}) => {
  const written = [
    await picket.logs(),
    await probes.kubectl(['get', 'pkt', '-o', 'jsonpath={.items[*].status}']),
    await probes.kubectl(['get', 'events', '-o', 'yaml']),
    ...webhook.arrivals.map(({ body }) => body),
  ].join('\n');
  expect(written).toContain('redis-broken');
  for (const secret of [
    'a/b@c:d%',
    'wrong/gu ess',
    encodeURIComponent('a/b@c:d%'),
    encodeURIComponent('wrong/gu ess'),
  ])
    expect(written).not.toContain(secret);
});
