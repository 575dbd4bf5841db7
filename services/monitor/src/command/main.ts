import { PicketError } from '../errors.ts';
import { version } from '../version.ts';
import { Printed } from './arguments.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { readCall } from './program.ts';

/** What the command uses of its process. */
export type CommandProcess = Pick<
  NodeJS.Process,
  'stdout' | 'stderr' | 'env' | 'cwd' | 'on' | 'off'
>;

/** Runs `picket` with the arguments after its name; resolves with its exit code. */
export async function main(argv: readonly string[], process: CommandProcess): Promise<ExitCode> {
  try {
    const { subcommand, given } = readCall(argv, version);
    return await subcommand.run(given, process);
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
