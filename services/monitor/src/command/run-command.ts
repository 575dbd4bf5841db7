import { findConfig } from '../config/find.ts';
import { describeOptions, readOptions } from './options.ts';
import { runWholePasses } from './run-passes.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import type { Subcommand } from './subcommand.ts';
import { validateFile } from './validate-command.ts';

/** `picket run`, and `picket` alone: runs the probes of a file. */
export const runCommand: Subcommand = {
  name: 'run',
  describe: describeOptions,
  async run(given, process) {
    const options = readOptions(given);
    const file = options.importing?.file ?? options.config ?? (await findConfig(process.cwd()));
    if (options.validate) return validateFile(file, options, process);
    return options.passes === undefined
      ? runUntilStopped(file, options, process)
      : runWholePasses(file, options, options.passes, process);
  },
};
