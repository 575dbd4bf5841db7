import type { SharedConfig } from '../config/load.ts';
import { openReporter } from '../report/open-reporter.ts';
import { hasTrueAlert, summarize } from '../report/summary.ts';
import { runPasses } from '../schedule/pass.ts';
import { assemble } from './assemble.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { historyPlaceFor } from './history-place.ts';
import type { CommandProcess } from './main.ts';
import type { Options } from './options.ts';
import { readProbes } from './read-probes.ts';
import { serveMetrics } from './serve-metrics.ts';
import { stateFileFor } from './state-file.ts';
import { stopSignals } from './stop-signals.ts';

/** Runs whole passes in the order entered; exits 1 where an alert was true in any of them. */
export async function runWholePasses(
  file: string,
  options: Options,
  repeat: number,
  process: CommandProcess,
): Promise<ExitCode> {
  const { config, probes } = await readProbes(file, { ...options, env: process.env });
  using signals = stopSignals(process);
  const { stop, kill } = signals;
  const { stdout, stderr } = process;
  const { output, metricsHost: host, metricsPort: port } = options;
  using reporter = openReporter({ output, isLive: false, footer: [], stdout, stderr });
  for (const note of config.notes) reporter.log.info({}, note);
  const state = options.state ?? stateFileFor(file);
  const stateFile = options.once ? undefined : state;
  const historyOf = (config: SharedConfig) => historyPlaceFor(options, config, state);
  const picket = await assemble(
    { config, probes },
    { reporter, stateFile, historyOf, kill, env: process.env },
  );
  const server =
    port === undefined
      ? undefined
      : await serveMetrics(picket, { host, port }, { reporter, stop, env: process.env });
  picket.startNotifying();
  let isAlerting = false;
  await runPasses({
    ids: probes.filter(({ suspended }) => !suspended).map(({ id }) => id),
    repeat,
    signal: stop,
    run: async id => {
      const judgement = await picket.monitor.runOnce(id, kill);
      isAlerting ||= judgement !== undefined && summarize(judgement).some(hasTrueAlert);
    },
  });
  await picket.stop();
  await server?.close();
  return isAlerting ? exitCode.trouble : exitCode.well;
}
