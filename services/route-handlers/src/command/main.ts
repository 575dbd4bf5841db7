import { resolve } from 'node:path';
import { RouteHandlerError } from '../errors.ts';
import { type Generated, generate } from '../generate/generate.ts';
import { checkSummary, problemReport, summary } from '../generate/report.ts';
import { type Arguments, Printed, parseArguments } from './arguments.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { readVersion } from './version.ts';

/** What the command uses of its process. */
export interface CommandProcess {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  cwd(): string;
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/** Runs `route-handlers` with the arguments after its name; resolves with its exit code. */
export async function main(argv: readonly string[], process: CommandProcess): Promise<ExitCode> {
  try {
    return await run(parseArguments(argv, readVersion()), process);
  } catch (error) {
    if (error instanceof Printed) {
      process.stdout.write(error.message);
      return exitCode.well;
    }
    if (!(error instanceof RouteHandlerError)) throw error;
    process.stderr.write(`route-handlers: ${error.message}\nTry: route-handlers generate --help\n`);
    return exitCode.usage;
  }
}

async function run(called: Arguments, process: CommandProcess): Promise<ExitCode> {
  const { mode } = called;
  const dir = resolve(process.cwd(), called.dir);
  const root = called.root === undefined ? dir : resolve(process.cwd(), called.root);
  const options = { root, isCheck: mode === 'check' };
  if (mode === 'watch') {
    // Loaded only here: other runs don't need what watches.
    const { runWatch } = await import('./run-watch.ts');
    return runWatch(dir, options, process);
  }
  const generated = await generate(dir, options);
  process.stderr.write(
    problemReport(generated.problems, { cwd: process.cwd(), stream: process.stderr }),
  );
  process.stdout.write(
    mode === 'check' ? checkSummary(generated, process.cwd()) : summary(generated),
  );
  return isWell(generated, mode) ? exitCode.well : exitCode.trouble;
}

function isWell(
  { problems, missing, stale, removed, ignoreFile }: Generated,
  mode: Arguments['mode'],
): boolean {
  if (problems.some(({ severity }) => severity === 'error')) return false;
  if (mode !== 'check') return true;
  return missing.length + stale.length + removed.length === 0 && ignoreFile === undefined;
}
