import { Command, CommanderError, Option } from 'commander';
import { TrackerError } from '../errors.ts';
import { syncModes } from '../sync/sync-mode.ts';
import { commands } from './commands.ts';
import { createContext } from './create-context.ts';
import { errorOutcome } from './error-outcome.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Io } from './io.ts';
import type { Outcome } from './outcome.ts';
import type { Run } from './run.ts';

/** Runs the command and resolves to its exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let exitCode = 0;
  const program = createProgram(io.env);
  const print = (outcome: Outcome): void => {
    exitCode = printOutcome(outcome, program.opts<GlobalOptions>().format, io);
  };
  const run: Run =
    action =>
    async (...given) => {
      const command = given.at(-1);
      if (!(command instanceof Command))
        throw new TrackerError('INTERNAL', 'commander gave no command');
      print(await action(createContext(program.opts<GlobalOptions>(), io), command));
    };
  for (const add of commands) add(program, run);
  program.configureOutput({
    writeOut: text => io.stdout.write(text),
    writeErr: () => {
      // The error is told once, below, in the format that was asked for.
    },
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    print(errorOutcome(error));
  }
  return exitCode;
}

function createProgram(env: NodeJS.ProcessEnv): Command {
  return new Command('tracker')
    .description('Epics, stories and tickets that live in a Git repository')
    .enablePositionalOptions()
    .exitOverride()
    .option('--repo <path>', 'a path in the Git repository', '.')
    .option('--temp-dir <path>', 'where scratch files go')
    .addOption(
      new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'),
    )
    .option('--actor <name>', 'in whose name')
    .option('--forge-repo <owner/name>', 'the repository on the forge', env.FORGE_REPO)
    .option('--data-branch <name>', 'the branch that holds the data', 'tracker-data')
    .option('--remote <name>', 'the Git remote to sync with', 'origin')
    .addOption(new Option('--sync <mode>', 'how far to carry what changes').choices(syncModes))
    .option(
      '--keep-worktree',
      'leave a checkout of the data branch in the temporary directory',
      false,
    );
}

function printOutcome(outcome: Outcome, format: 'text' | 'json', io: Io): number {
  for (const warning of outcome.warnings ?? []) io.stderr.write(`warning: ${warning}\n`);
  const width = io.stdout.isTTY ? io.stdout.columns : undefined;
  const text =
    format === 'json'
      ? (outcome.serialised ?? JSON.stringify(outcome.document))
      : outcome.text({ width, colour: io.stdout.isTTY === true && io.env.NO_COLOR === undefined });
  if (text !== '') io.stdout.write(`${text}\n`);
  return outcome.exitCode ?? 0;
}
