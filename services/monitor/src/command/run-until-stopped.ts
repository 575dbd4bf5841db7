import type { SharedConfig } from '../config/load.ts';
import { watchConfig } from '../config/watch.ts';
import { PicketError } from '../errors.ts';
import { openReporter } from '../report/open-reporter.ts';
import type { Reporter } from '../report/reporter.ts';
import { assemble, type Definition, type Picket } from './assemble.ts';
import { createChanges } from './changes.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { historyPlaceFor } from './history-place.ts';
import type { CommandProcess } from './main.ts';
import type { Options } from './options.ts';
import { readProbes } from './read-probes.ts';
import { metricsUrl, serveMetrics } from './serve-metrics.ts';
import { stateFileFor } from './state-file.ts';
import { stopSignals } from './stop-signals.ts';

const defaultMetricsPort = 9464;

/** Runs the probes on their schedule until SIGTERM or SIGINT, picking up changes of the config file. */
export async function runUntilStopped(
  file: string,
  options: Options,
  process: CommandProcess,
): Promise<ExitCode> {
  const changes = createChanges();
  using _watch = watchConfig(file, changes.note);
  const settings = { env: process.env, importing: options.importing };
  const { config, probes } = await readProbes(file, settings);
  using signals = stopSignals(process);
  const { stdout, stderr } = process;
  const address = { host: options.metricsHost, port: options.metricsPort ?? defaultMetricsPort };
  const footer = [
    `${probes.length} probes of ${file}   metrics: ${metricsUrl(address)}   stop: Ctrl-C`,
  ];
  using reporter = openReporter({ output: options.output, isLive: true, footer, stdout, stderr });
  const state = options.state ?? stateFileFor(file);
  const historyOf = (config: SharedConfig) => historyPlaceFor(options, config, state);
  const picket = await assemble(
    { config, probes },
    { reporter, stateFile: state, historyOf, kill: signals.kill, env: process.env },
  );
  const server = await serveMetrics(picket, address, {
    reporter,
    stop: signals.stop,
    env: process.env,
  });
  for (const note of config.notes) reporter.log.info({}, note);
  const metrics = metricsUrl({ ...address, port: server.port });
  reporter.log.info({ file, probes: probes.length, metrics, state }, 'watching');

  picket.startNotifying();
  picket.monitor.start();
  const reload = () => reloadConfig(picket, reporter, () => readProbes(file, settings));
  await changes.handleUntil(signals.stop, reload);
  await picket.stop();
  await server.close();
  return exitCode.well;
}

/** A config that cannot be used is told, and the old one goes on. */
async function reloadConfig(
  picket: Picket,
  reporter: Reporter,
  read: () => Promise<Definition>,
): Promise<void> {
  try {
    const definition = await read();
    await picket.reload(definition);
    reporter.log.info({ probes: definition.probes.length }, 'the config changed');
  } catch (error) {
    if (!(error instanceof PicketError)) throw error;
    reporter.log.error({ err: error }, 'the changed config cannot be used; the old one goes on');
  }
}
