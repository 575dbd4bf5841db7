import { findConfig } from '../config/find.ts';
import { counted } from '../report/counted.ts';
import { type ExitCode, exitCode } from './exit.ts';
import type { CommandProcess } from './main.ts';
import { type ReadSettings, readProbes } from './read-probes.ts';
import type { Subcommand } from './subcommand.ts';

/** `picket validate`: tells everything that is wrong with a config file. */
export const validateCommand: Subcommand = {
  name: 'validate',
  describe: command =>
    command
      .description('Check a config file and tell everything that is wrong with it.')
      .argument('[file]', 'config file (default: as for run)')
      .allowExcessArguments(false),
  async run(given, process) {
    const [file = await findConfig(process.cwd())] = given.args;
    return validateFile(file, {}, process);
  },
};

/** Rejects with `ConfigError` where the file has mistakes. */
export async function validateFile(
  file: string,
  options: Pick<ReadSettings, 'ids' | 'importing'>,
  process: CommandProcess,
): Promise<ExitCode> {
  const { config, probes } = await readProbes(file, { ...options, env: process.env });
  for (const note of config.notes) process.stderr.write(`note: ${note}\n`);
  const requests = probes.reduce((sum, { requests }) => sum + requests.length, 0);
  const told = `${counted(probes.length, 'probe')}, ${counted(requests, 'request')}`;
  process.stdout.write(`${file} is valid: ${told}\n`);
  return exitCode.well;
}
