import { messageOf } from '../error-message.ts';
import { RouteHandlerError } from '../errors.ts';
import { type GenerateOptions, generate } from '../generate/generate.ts';
import { problemReport, summary } from '../generate/report.ts';
import { watchFolder } from '../generate/watch.ts';
import { type ExitCode, exitCode } from './exit.ts';
import type { CommandProcess } from './main.ts';

/**
 * Generates now and whenever something changes, until SIGINT or SIGTERM. What is wrong is told, each time it is
 * another thing, and does not end it. Rejects with `RH_USAGE` where there is no such folder at the start.
 */
export async function runWatch(
  dir: string,
  options: GenerateOptions,
  process: CommandProcess,
): Promise<ExitCode> {
  const end = new AbortController();
  const stop = () => end.abort();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  let isFirst = true;
  let toldBefore = '';
  const tell = (problems: string) => {
    if (problems !== toldBefore) process.stderr.write(problems);
    toldBefore = problems;
  };

  const run = async () => {
    const generated = await generate(dir, options);
    const { missing, stale, removed, problems } = generated;
    const told = problemReport(problems, { cwd: process.cwd(), stream: process.stderr });
    const isMended = told === '' && toldBefore !== '';
    tell(told);
    const isNews = isFirst || isMended || missing.length + stale.length + removed.length > 0;
    if (isNews) process.stdout.write(summary(generated));
    if (isFirst) process.stdout.write('Watching for changes\n');
    isFirst = false;
  };
  const onError = (error: unknown) => {
    tell(`route-handlers: ${messageOf(error)}\n`);
  };
  const onChange = () =>
    run().catch(error => {
      if (isFirst || !(error instanceof RouteHandlerError)) throw error;
      onError(error);
    });

  try {
    await watchFolder(dir, { onChange, onError }, end.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
  return exitCode.well;
}
