import { type ApiServer, startApiServer } from '@picket/cluster';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpOperator } from '../../fixtures/operator-set-up.ts';
import { installCrd } from '../../fixtures/probes.ts';

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
  await installCrd(server);
});
afterAll(() => server.stop());

test('replicas share the probes, and take over those of one that ends, with their counts', async () => {
  const { probes, target, start, spec, shows, told } = await setUpOperator(server);
  const names = Array.from({ length: 12 }, (_, n) => `probe-${n}`);
  const slow = { interval: 4, incidentThreshold: 4 };
  for (const name of names) await probes.apply(name, spec(name, slow));
  const [a, b] = [await start('a'), await start('b')];
  const probesOf = async (replica: typeof a) => {
    const series = (await replica.metrics()).get('probe_success')?.series ?? [];
    return series.map(({ labels }) => labels.probe ?? '');
  };
  await waitFor('both have some, together all', async () => {
    const [ofA, ofB] = [await probesOf(a), await probesOf(b)];
    return (
      ofA.length > 0 &&
      ofB.length > 0 &&
      [...ofA, ...ofB].sort().join() === [...names].sort().join()
    );
  });
  for (const name of names) target.switch(name, 'down');
  // Its counts are two of four when it ends.
  const counted = async () =>
    (await b.metrics()).get('picket_alert_consecutive')?.series.some(({ value }) => value === 2);
  await waitFor('two results', counted);
  expect(await b.stop()).toBe(0);
  for (const name of names) await shows(name, 'Healthy', 'False IncidentOpen');
  await waitFor('all are told', () => told().length === names.length);
  expect(new Set(told().map(({ id }) => id)).size).toBe(names.length);
  expect((await probesOf(a)).sort()).toEqual([...names].sort());
});

test('a replica that is killed is replaced', async () => {
  const { probes, start, spec, shows } = await setUpOperator(server);
  const names = Array.from({ length: 8 }, (_, n) => `probe-${n}`);
  for (const name of names) await probes.apply(name, spec(name));
  const [a, b] = [await start('a'), await start('b')];
  for (const name of names) await shows(name, 'Healthy', 'True NoIncident');
  await b.kill();
  await waitFor('the other runs them all', async () => {
    const series = (await a.metrics()).get('probe_success')?.series ?? [];
    return series.length === names.length;
  });
});
