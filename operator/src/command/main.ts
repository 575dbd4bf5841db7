import { PicketError, Printed } from '@picket/monitor';
import { KubeError } from '../kube/kube-error.ts';
import { version } from '../version.ts';
import { parseOptions } from './options.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** What the command uses of its process. */
export interface CommandProcess {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  off(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
}

interface Output {
  write(text: string): unknown;
}

/** 0 well, 1 it could not go on, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Runs `picket-operator` with the arguments after its name; resolves with its exit code. */
export async function main(argv: readonly string[], process: CommandProcess): Promise<ExitCode> {
  try {
    await runUntilStopped(parseOptions(argv, process.env, version), process);
    return 0;
  } catch (error) {
    if (error instanceof Printed) {
      process.stdout.write(error.message);
      return 0;
    }
    if (!(error instanceof PicketError || error instanceof KubeError)) throw error;
    process.stderr.write(`picket-operator: ${error.message}\n`);
    if (error instanceof KubeError || error.code !== 'PKT_USAGE') return 1;
    process.stderr.write('Try: picket-operator --help\n');
    return 2;
  }
}
