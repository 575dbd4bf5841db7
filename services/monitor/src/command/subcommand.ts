import type { Command } from 'commander';
import type { ExitCode } from './exit.ts';
import type { CommandProcess } from './main.ts';

/** One thing `picket` does: a new one is a file with this shape, a test, and a line in `subcommands.ts`. */
export interface Subcommand {
  readonly name: string;
  /** Adds its description, arguments and options to a new command. */
  describe(command: Command): Command;
  /** Does it with what was given. Rejects with a `PicketError` where it can't; `PKT_USAGE` where it was called wrongly. */
  run(given: Command, process: CommandProcess): Promise<ExitCode>;
}
