import {
  createChanges,
  createHistoryApi,
  type Log,
  PicketError,
  readAccess,
  startServer,
  stopSignals,
  systemClock,
  watchConfig,
} from '@picket/monitor';
import { type Connection, connect } from '../kube/connection.ts';
import { createKubeApi } from '../kube/create-api.ts';
import { createLog } from '../log/log.ts';
import { composeScrapes } from '../metrics/compose-scrapes.ts';
import { createControllerMetrics } from '../metrics/controller-metrics.ts';
import { version } from '../version.ts';
import type { CommandProcess } from './main.ts';
import { createOperator, type Operator } from './operator.ts';
import type { Options } from './options.ts';
import { readSharedSettings } from './shared-settings.ts';

/**
 * Milliseconds that runs may take to end after the first signal. What is canceled then is run again by whoever takes
 * over, and until then nobody runs anything of ours: so not for long.
 */
const grace = 5_000;

/** Runs the probes that are this replica's until SIGTERM or SIGINT, picking up changes of its file. */
export async function runUntilStopped(options: Options, process: CommandProcess): Promise<void> {
  const { config: file } = options;
  const changes = createChanges();
  using _watch = file === undefined ? undefined : watchConfig(file, changes.note);
  const now = systemClock.wallTime;
  const read = () => readSharedSettings(file, { env: process.env, version, now });
  const shared = await read();
  using log = createLog({ level: options.logLevel, stream: process.stdout, clock: systemClock });
  const access = readAccess(process.env, options.host);
  const metrics = createControllerMetrics();
  const [connection, leaseConnection] = [open(options), open(options)];
  const calls = { userAgent: `picket-operator/${version}`, onRequest: metrics.onRequest };
  using signals = stopSignals(process, grace);
  const operator = createOperator({
    options,
    api: createKubeApi(connection, calls),
    leaseApi: createKubeApi(leaseConnection, calls),
    shared,
    clock: systemClock,
    random: Math.random,
    log,
    metrics,
  });
  const server = await startServer({
    host: options.host,
    port: options.port,
    metrics: { scrape: () => composeScrapes(operator.metrics, metrics) },
    history: createHistoryApi({ reader: operator.history, access, now }),
    ready: () => operator.isReady() && !signals.stop.aborted,
    onError: err => log.error({ err }, 'a request could not be answered'),
  });
  for (const note of shared.notes) log.info({}, note);
  log.info({ version, port: server.port, group: options.group, pod: options.pod.name }, 'starting');

  await operator.start(signals.stop);
  const reload = () => reloadSettings(operator, read, log);
  await changes.handleUntil(signals.stop, reload);
  log.info({}, 'handing over');
  await operator.stop(signals.kill);
  await server.close();
  await Promise.all([connection.close(), leaseConnection.close()]);
}

function open({ kubeconfig }: Options): Connection {
  return connect({ clock: systemClock, ...(kubeconfig !== undefined && { kubeconfig }) });
}

/** A file that cannot be used is told, and the old one goes on. */
async function reloadSettings(
  operator: Operator,
  read: () => ReturnType<typeof readSharedSettings>,
  log: Log,
): Promise<void> {
  try {
    await operator.reload(await read());
    log.info({}, 'the config changed');
  } catch (err) {
    if (!(err instanceof PicketError)) throw err;
    log.error({ err }, 'the changed config cannot be used; the old one goes on');
  }
}
