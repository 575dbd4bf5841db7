import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type SwitchedTarget, serveSwitchedTarget } from '@picket/monitor/fixtures/switched-target';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { accept, type Receiver, startReceiver } from '@picket/monitor/fixtures/webhook-receiver';
import { expect, test } from 'vitest';
import { startPrometheus } from './fixtures/prometheus.ts';
import { startAlertmanager } from './observability/alertmanager.ts';
import { startMonitor } from './observability/monitor.ts';
import { rulesFile } from './observability/rules.ts';

/** What Alertmanager's webhook sends. */
interface Message {
  readonly status: 'firing' | 'resolved';
  readonly alerts: readonly {
    readonly status: 'firing' | 'resolved';
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  }[];
}

const messagesOf = ({ received }: Receiver): readonly Message[] =>
  received.map(({ body }) => JSON.parse(body));

const probeOf = (target: SwitchedTarget) => ({
  id: 'shop',
  name: 'The shop',
  interval: 1,
  incidentThreshold: 2,
  recoveryThreshold: 2,
  requests: [
    {
      name: 'home',
      url: target.urlOf('home'),
      alerts: [{ name: 'down', assertion: 'response.status != 200' }],
    },
  ],
});

test('a target breaks and heals: one alert fires, and resolves, once', async () => {
  await using stack = new AsyncDisposableStack();
  const receiver = await startReceiver(accept);
  stack.defer(() => receiver.close());
  const target = stack.use(await serveSwitchedTarget());
  const [monitor, alertmanager] = await Promise.all([
    startMonitor({ probes: [probeOf(target)] }),
    startAlertmanager(receiver.url),
  ]);
  stack.use(monitor);
  stack.use(alertmanager);
  const prometheus = stack.use(
    await startPrometheus(async () => [{ targets: [monitor.address], labels: {} }], {
      rules: await readFile(rulesFile, 'utf8'),
      alertmanager: alertmanager.address,
    }),
  );
  const state = async (value: number) =>
    (await prometheus.query(`picket_alert_state{alert="down"} == ${value}`)).length === 1;

  await waitFor('the probe is seen to be well', () => state(0));
  target.switch('home', 'down');
  await waitFor('the alert is told', () => receiver.received.length > 0);
  // Meanwhile Prometheus repeats it, and Alertmanager looks at what is new: nobody is told again.
  await setTimeout(5_000);
  expect(await alertmanager.firing()).toBe(1);
  expect(messagesOf(receiver)).toMatchObject([
    {
      status: 'firing',
      alerts: [
        {
          status: 'firing',
          labels: {
            alertname: 'PicketIncident',
            severity: 'warning',
            job: 'picket',
            probe: 'shop',
            request: 'home',
            alert: 'down',
            instance: target.urlOf('home'),
          },
          annotations: { summary: 'Probe shop is in incident (down)' },
        },
      ],
    },
  ]);

  target.switch('home', 'up');
  await waitFor('its end is told', () => receiver.received.length > 1);
  await setTimeout(5_000);
  expect(await alertmanager.firing()).toBe(0);
  expect(messagesOf(receiver).slice(1)).toMatchObject([
    {
      status: 'resolved',
      alerts: [{ status: 'resolved', labels: { alertname: 'PicketIncident', probe: 'shop' } }],
    },
  ]);
});
