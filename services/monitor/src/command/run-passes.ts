import { openReporter } from '../report/open-reporter.ts';
import { hasTrueAlert } from '../report/summary.ts';
import { runPasses } from '../schedule/pass.ts';
import { assemble } from './assemble.ts';
import { type ExitCode, exitCode } from './exit.ts';
import type { CommandProcess } from './main.ts';
import type { Options } from './options.ts';
import { readProbes } from './read-probes.ts';
import { stateFileFor } from './state-file.ts';
import { stopSignals } from './stop-signals.ts';

/** Runs whole passes in the order entered; exits 1 where an alert was true in any of them. */
export async function runWholePasses(
  file: string,
  options: Options,
  repeat: number,
  process: CommandProcess,
): Promise<ExitCode> {
  const { config, probes } = await readProbes(file, { env: process.env, ids: options.ids });
  const { stdout, stderr } = process;
  const reporter = openReporter({
    output: options.output,
    isLive: false,
    footer: [],
    stdout,
    stderr,
  });
  for (const note of config.notes) reporter.log.info({}, note);
  using signals = stopSignals(process);
  const stateFile = options.once ? undefined : (options.state ?? stateFileFor(file));
  const picket = await assemble({ config, probes }, { reporter, stateFile });
  let isAlerting = false;
  await runPasses({
    ids: probes.filter(({ suspended }) => !suspended).map(({ id }) => id),
    repeat,
    signal: signals.stop,
    run: async id => {
      const judgement = await picket.monitor.runOnce(id);
      if (judgement && hasTrueAlert(judgement)) isAlerting = true;
    },
  });
  await picket.stop(signals.kill);
  reporter.close();
  return isAlerting ? exitCode.trouble : exitCode.well;
}
