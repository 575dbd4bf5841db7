import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  directoryOf,
  findProgram,
  freePort,
  giveTo,
  startServer,
} from '@picket/monitor/fixtures/server-process';

/** Debian's Alertmanager on loopback. */
export interface Alertmanager extends AsyncDisposable {
  /** `address:port` */
  readonly address: string;
  /** Alerts that it holds to be firing. */
  firing(): Promise<number>;
}

/** The account of Debian's package of Prometheus. */
const account = 'prometheus';

/** Tells a webhook of alerts, those of a kind together, within a second. */
export async function startAlertmanager(webhook: string): Promise<Alertmanager> {
  const directory = await directoryOf(account);
  const config = join(directory, 'alertmanager.yaml');
  const route = { group_by: ['alertname'], group_wait: '200ms', group_interval: '1s' };
  const receivers = [
    { name: 'hook', webhook_configs: [{ url: webhook, send_resolved: true }] },
    { name: 'nobody' },
  ];
  const toHook = { receiver: 'hook', matchers: ['alertname="PicketIncident"'] };
  await writeFile(
    config,
    JSON.stringify({
      route: { receiver: 'nobody', repeat_interval: '1h', ...route, routes: [toHook] },
      receivers,
    }),
  );
  await giveTo(account, directory);
  const address = `127.0.0.1:${await freePort()}`;
  const server = await startServer({
    file: await findProgram('prometheus-alertmanager'),
    args: [
      `--config.file=${config}`,
      `--storage.path=${join(directory, 'data')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
    ],
    account,
    directory,
    ready: 'Listening on',
  });
  return {
    address,
    async firing() {
      const url = `http://${address}/api/v2/alerts?active=true`;
      const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
      const alerts: readonly object[] = JSON.parse(await response.text());
      return alerts.length;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
