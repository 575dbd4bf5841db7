import { type ApiServer, startApiServer } from '@picket/cluster';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { setUpOperator } from '../../fixtures/operator-set-up.ts';
import { installCrd } from '../../fixtures/probes.ts';

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
  await installCrd(server);
});
afterAll(() => server.stop());

describe('a probe', () => {
  test('is run, becomes an incident and recovers: condition, Event, webhook, metrics', async () => {
    const { namespace, probes, target, start, spec, shows, events, told } =
      await setUpOperator(server);
    await probes.apply('home', spec('home'));
    const operator = await start();
    await shows('home', 'Ready', 'True Scheduled');
    await shows('home', 'Healthy', 'True NoIncident');
    expect(await operator.isReady()).toBe(true);

    target.switch('home', 'down');
    await shows('home', 'Healthy', 'False IncidentOpen');
    await waitFor('the incident is told', () => told().length === 1);
    expect(told()).toMatchObject([
      { type: 'incident', probe: { id: `${namespace}/home` }, request: { name: 'home' } },
    ]);
    await waitFor('an Event', async () => (await events('home')).includes('IncidentOpened'));
    const labels = { job: 'picket', namespace, probe: 'home', request: 'home' };
    const inIncident = (await operator.metrics())
      .get('picket_alert_state')
      ?.series.filter(({ value }) => value === 1);
    expect(inIncident).toMatchObject([{ labels }]);
    await waitFor('nothing is owed', async () => {
      const { status } = await probes.get('home');
      return status?.incidents === 1 && (status.pending ?? []).length === 0;
    });

    target.switch('home', 'up');
    await shows('home', 'Healthy', 'True NoIncident');
    await waitFor('the recovery is told', () => told().length === 2);
    await waitFor('an Event', async () => (await events('home')).includes('IncidentRecovered'));

    await probes.remove('home');
    await waitFor('its series are gone', async () => {
      const series = (await operator.metrics()).get('probe_success')?.series ?? [];
      return series.length === 0;
    });
    expect(await operator.stop()).toBe(0);
  });

  test('that is invalid says everything wrong and does not go on as its last good version', async () => {
    const { probes, start, spec, shows, events, target } = await setUpOperator(server);
    await probes.apply('home', spec('home'));
    await start();
    await shows('home', 'Healthy', 'True NoIncident');
    const bad = {
      url: `${target.urlOf('home')}{{ uuuid }}`,
      alerts: [{ assertion: 'respons > 1' }],
    };
    await probes.apply('home', spec('home', { requests: [bad], notify: ['nobody'] }));
    await shows('home', 'Ready', 'False InvalidSpec');
    await shows('home', 'Healthy', 'Unknown NotReady');
    const { status, metadata } = await probes.get('home');
    const message = status?.conditions?.find(({ type }) => type === 'Ready')?.message;
    expect(message).toMatch(/spec\.requests\[0\]\.url: .*uuuid/);
    expect(message).toMatch(/spec\.requests\[0\]\.alerts\[0\]\.assertion: .*respons/);
    expect(message).toMatch(/spec\.notify\[0\]: .*nobody/);
    expect(status?.observedGeneration).toBe(metadata.generation);
    await waitFor('an Event', async () => (await events('home')).includes('InvalidSpec'));
    await probes.apply('home', spec('home'));
    await shows('home', 'Healthy', 'True NoIncident');
  });

  test('is suspended, run once when asked, and renamed', async () => {
    const { probes, target, start, spec, shows, told, events } = await setUpOperator(server);
    await probes.apply('home', spec('home', { interval: 3600, suspend: true }));
    const operator = await start();
    await shows('home', 'Suspended', 'True Suspended');
    await shows('home', 'Healthy', 'Unknown Suspended');
    target.switch('home', 'down');
    const ask = { 'picket.dev/run-now': '1' };
    await probes.apply('home', spec('home', { interval: 3600, suspend: true }), ask);
    await waitFor('an Event', async () => (await events('home')).includes('RunNowIgnored'));
    const once = { interval: 3600, incidentThreshold: 1 };
    await probes.apply('home', spec('home', once), { 'picket.dev/run-now': '2' });
    await shows('home', 'Healthy', 'False IncidentOpen');
    expect((await probes.get('home')).status?.lastRunNow).toBe('2');
    await waitFor('it is told', () => told().length === 1);

    await probes.remove('home');
    await probes.apply('house', spec('house'));
    await shows('house', 'Healthy', 'True NoIncident');
    const success = (await operator.metrics()).get('probe_success')?.series ?? [];
    expect(success.map(({ labels }) => labels.probe)).toEqual(['house']);
    expect(told()).toHaveLength(1);
  });
});

test('while the API server is away probes go on, and transitions are recorded and told after', async () => {
  const { probes, target, start, spec, shows, told } = await setUpOperator(server);
  await probes.apply('home', spec('home'));
  const operator = await start();
  await shows('home', 'Healthy', 'True NoIncident');
  await server.stopServer();
  target.switch('home', 'down');
  await waitFor('an incident in memory', async () =>
    (await operator.metrics()).get('picket_alert_state')?.series.some(({ value }) => value === 1),
  );
  expect(told()).toEqual([]);
  await server.restartServer();
  await shows('home', 'Healthy', 'False IncidentOpen');
  await waitFor('it is told', () => told().length === 1);
});

test('a changed file is used without a restart, and one with mistakes is not', async () => {
  const { probes, start, spec, shows } = await setUpOperator(server);
  await probes.apply('home', spec('home', { notify: ['pager'] }));
  const operator = await start();
  await shows('home', 'Ready', 'False InvalidSpec');
  const pager = { id: 'pager', type: 'webhook', url: 'http://127.0.0.1:9/' };
  await operator.configure(
    stringify({ notifications: [pager], egress: { allow: ['127.0.0.0/8'] } }),
  );
  await shows('home', 'Healthy', 'True NoIncident');
  await operator.configure('notifications: [{ id: pager }]');
  await waitFor('it is told', () =>
    operator.log.some(({ msg }) => String(msg).includes('the old one goes on')),
  );
  await shows('home', 'Ready', 'True Scheduled');
});
