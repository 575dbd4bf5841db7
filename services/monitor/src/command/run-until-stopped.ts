import { once } from 'node:events';
import { watchConfig } from '../config/watch.ts';
import { PicketError } from '../errors.ts';
import { openReporter } from '../report/open-reporter.ts';
import type { Reporter } from '../report/reporter.ts';
import { startServer } from '../serve/server.ts';
import { assemble, type Picket } from './assemble.ts';
import { type ExitCode, exitCode } from './exit.ts';
import type { CommandProcess } from './main.ts';
import type { Options } from './options.ts';
import { readProbes } from './read-probes.ts';
import { stateFileFor } from './state-file.ts';
import { stopSignals } from './stop-signals.ts';

const defaultMetricsPort = 9464;

/** Runs the probes on their schedule until SIGTERM or SIGINT, picking up changes of the config file. */
export async function runUntilStopped(
  options: Options,
  process: CommandProcess,
): Promise<ExitCode> {
  const { file, config, probes } = await readProbes(options, process);
  const { stdout, stderr } = process;
  const port = options.metricsPort ?? defaultMetricsPort;
  const footer = [
    `${file}: ${probes.length} probes   metrics: http://${options.metricsHost}:${port}/metrics   stop: Ctrl-C`,
  ];
  const reporter = openReporter({ output: options.output, isLive: true, footer, stdout, stderr });
  for (const note of config.notes) reporter.log.info({}, note);
  using signals = stopSignals(process);
  const stateFile = options.state ?? stateFileFor(file);
  const picket = await assemble({ config, probes }, { reporter, stateFile, notifies: true });
  const server = await startServer({
    port,
    host: options.metricsHost,
    metrics: picket.metrics,
    ready: () => !signals.stop.aborted,
    onError: error => reporter.log.error({ err: error }, 'a scrape failed'),
  });
  const address = `http://${options.metricsHost}:${server.port}/metrics`;
  reporter.log.info({ file, probes: probes.length, metrics: address }, 'watching');
  const watch = watchConfig(file, () => reload(options, process, { picket, reporter }));
  picket.monitor.start();
  if (!signals.stop.aborted) await once(signals.stop, 'abort');
  watch.close();
  await picket.stop(signals.kill);
  await server.close();
  reporter.close();
  return exitCode.well;
}

interface Running {
  readonly picket: Picket;
  readonly reporter: Reporter;
}

/** A config with errors is told and the old one goes on. */
async function reload(options: Options, process: CommandProcess, { picket, reporter }: Running) {
  try {
    const { file, config, probes } = await readProbes(options, process);
    await picket.reload({ config, probes });
    reporter.log.info({ file, probes: probes.length }, 'the config changed');
  } catch (error) {
    if (!(error instanceof PicketError)) throw error;
    reporter.log.error({ err: error }, 'the config has errors; the old one goes on');
  }
}
