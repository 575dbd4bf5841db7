import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  type AlertmanagerServer,
  createAlertmanagerServer,
} from '../../fixtures/alertmanager-server.ts';
import { startPicket } from '../../fixtures/picket-process.ts';
import { answer, compiled, runOf } from '../../fixtures/runs.ts';
import { serveSwitchedTarget } from '../../fixtures/switched-target.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { openLedger } from '../alert/ledger.ts';
import type { Result } from '../protocol/result.ts';
import { type Clock, systemClock } from '../schedule/clock.ts';
import { openStateFile } from '../state/sqlite.ts';
import { createChannels } from './channels.ts';
import { createFollower } from './following.ts';
import { createNotifier } from './notifier.ts';

/** Milliseconds in which the Alertmanager would have told of it several times over. */
const quiet = 2000;
const soon = { limit: 20_000, every: 50 };

const told = (server: AlertmanagerServer, probe: string, count: number) =>
  waitFor(`${count} alerts told`, () => server.toldOf(probe).length >= count, soon);

// Both are waiting nearly all of the time.
test.concurrent('an incident fires once and resolves once, through outages of the Alertmanager and a kill of Picket', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'picket-alerts-'));
  await using server = await createAlertmanagerServer();
  await using target = await serveSwitchedTarget();
  const file = join(folder.path, 'probes.yaml');
  const config = {
    probes: [
      {
        id: 'shop',
        name: 'The shop',
        interval: 1,
        incidentThreshold: 1,
        recoveryThreshold: 1,
        alerts: [{ name: 'down', assertion: 'response.status != 200', severity: 'critical' }],
        requests: [{ url: target.urlOf('shop') }],
      },
    ],
    notifications: [
      {
        id: 'prom',
        type: 'alertmanager',
        url: server.url,
        labels: { team: '{{ env.TEAM }}' },
        links: { dashboard: 'http://grafana.test/d/x?var-probe={{ probe.name }}' },
      },
    ],
  };
  await writeFile(file, JSON.stringify(config));
  const args = ['-c', file, '--state', join(folder.path, 'state.sqlite'), '--metrics-port', '0'];
  const start = () => startPicket(args, { env: { TEAM: 'web' } });

  target.switch('shop', 'down');
  {
    await using picket = start();
    await picket.sees(/notification failed/);
    await server.start();
    await told(server, 'shop', 1);
    picket.kill('SIGKILL');
    await picket.ended;
  }
  await using picket = start();
  await picket.sees(/503/);
  await server.stop();
  await server.start();
  await waitFor('what fires', async () => (await server.firing()).includes('shop'), soon);
  await pause(quiet);
  expect(server.toldOf('shop')).toEqual(['firing shop']);
  target.switch('shop', 'up');
  await told(server, 'shop', 2);
  await pause(quiet);
  expect(server.toldOf('shop')).toEqual(['firing shop', 'resolved shop']);
  expect(await server.firing()).toEqual([]);

  const [fired, resolved] = server.told();
  expect(fired).toMatchObject({
    labels: {
      alertname: 'PicketIncident',
      probe: 'shop',
      request: `GET ${target.urlOf('shop')}`,
      alert: 'down',
      severity: 'critical',
      instance: target.urlOf('shop'),
      team: 'web',
    },
    annotations: { summary: 'The shop: down', description: expect.stringContaining('503') },
    generatorURL: 'http://grafana.test/d/x?var-probe=The%20shop',
  });
  expect(resolved?.labels).toEqual(fired?.labels);
  expect(resolved?.startsAt).toBe(fired?.startsAt);
  expect(Date.parse(resolved?.endsAt ?? '')).toBeLessThan(Date.now());
  picket.kill('SIGTERM');
  expect(await picket.ended).toMatchObject({ code: 0, stderr: '' });
});

test.concurrent('a restart of the Alertmanager repeats nothing: what fires is told it again, what recovered meanwhile resolves', async () => {
  await using server = await createAlertmanagerServer();
  await using picket = await follow(server);
  await server.start();
  const ids = ['shop', 'till', 'cart'];
  await picket.run(ids, answer(500));
  for (const id of ids) await told(server, id, 1);

  await server.stop();
  await picket.run(['shop'], answer(503));
  await picket.run(['cart'], answer(200));
  await server.start();
  await waitFor(
    'what fires',
    async () => (await server.firing()).toSorted().join() === 'shop,till',
    soon,
  );
  await told(server, 'cart', 2);
  await pause(quiet);
  expect(server.toldOf('shop')).toEqual(['firing shop']);
  expect(server.toldOf('till')).toEqual(['firing till']);
  expect(server.toldOf('cart')).toEqual(['firing cart', 'resolved cart']);

  await picket.run(['shop', 'till'], answer(200));
  await told(server, 'shop', 2);
  await told(server, 'till', 2);
  await pause(quiet);
  expect(server.toldOf('shop')).toEqual(['firing shop', 'resolved shop']);
  expect(server.toldOf('till')).toEqual(['firing till', 'resolved till']);
  expect(await server.firing()).toEqual([]);
});

/** The monitor's own parts, by a clock on which a minute between two looks is a second. */
async function follow(server: AlertmanagerServer) {
  const log = pino({ level: 'silent' });
  const clock: Clock = {
    ...systemClock,
    now: () => systemClock.now() * 60,
    setTimer: (ms, fn) => systemClock.setTimer(ms / 60, fn),
  };
  const channels = createChannels([{ id: 'prom', type: 'alertmanager', url: server.url }], {
    version: '0',
    now: Date.now,
  });
  const { store, outbox, close } = openStateFile(':memory:', { log });
  const notifier = createNotifier({
    outbox,
    channels,
    clock: systemClock,
    log,
    onDelivered() {},
  });
  const follower = createFollower({ channels, outbox, clock, log });
  const settings = { evidenceSpan: 0, channels: () => ['prom'] };
  notifier.start();
  follower.start();
  return {
    /** One run of each of the probes, with this result. */
    async run(ids: readonly string[], result: Result) {
      for (const id of ids) {
        const requests = [
          { url: `http://${id}.test/`, incidentThreshold: 1, recoveryThreshold: 1 },
        ];
        const probe = compiled({ id, requests });
        const ledger = openLedger(probe, await store.open(id), settings);
        const judgement = ledger.judge(runOf(probe, result), Date.now());
        follower.judged(judgement);
        if (judgement.change) await store.record(judgement.change);
        follower.recorded(judgement.transitions);
      }
      notifier.wake();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([notifier.stop({ timeout: 0 }), follower.stop({ timeout: 0 })]);
      await close();
    },
  };
}
