import { findConfig } from '../config/find.ts';
import { PicketError } from '../errors.ts';
import { version } from '../version.ts';
import { Printed } from './arguments.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { type Options, parseOptions } from './options.ts';
import { readProbes } from './read-probes.ts';
import { runWholePasses } from './run-passes.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** What the command uses of its process. */
export type CommandProcess = Pick<
  NodeJS.Process,
  'stdout' | 'stderr' | 'env' | 'cwd' | 'on' | 'off'
>;

/** Runs `picket` with the arguments after its name; resolves with its exit code. */
export async function main(argv: readonly string[], process: CommandProcess): Promise<ExitCode> {
  try {
    return await run(parseOptions(argv, version), process);
  } catch (error) {
    if (error instanceof Printed) {
      process.stdout.write(error.message);
      return exitCode.well;
    }
    if (!(error instanceof PicketError)) throw error;
    process.stderr.write(`picket: ${error.message}\n`);
    if (error.code === 'PKT_USAGE') process.stderr.write('Try: picket --help\n');
    return error.code === 'PKT_USAGE' || error.code === 'PKT_CONFIG_NOT_FOUND'
      ? exitCode.usage
      : exitCode.trouble;
  }
}

async function run(options: Options, process: CommandProcess): Promise<ExitCode> {
  const file = options.config ?? (await findConfig(process.cwd()));
  if (options.validate) return validate(file, options, process);
  return options.passes === undefined
    ? runUntilStopped(file, options, process)
    : runWholePasses(file, options, options.passes, process);
}

async function validate(
  file: string,
  { ids }: Options,
  process: CommandProcess,
): Promise<ExitCode> {
  const { config, probes } = await readProbes(file, { env: process.env, ids });
  for (const note of config.notes) process.stderr.write(`note: ${note}\n`);
  const requests = probes.reduce((sum, { requests }) => sum + requests.length, 0);
  process.stdout.write(`${file} is valid: ${probes.length} probes, ${requests} requests\n`);
  return exitCode.well;
}
