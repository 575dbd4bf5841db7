import { Command, CommanderError } from 'commander';
import { TrackerError } from '../errors.ts';
import type { CommandContext } from './context.ts';
import { createContext } from './create-context.ts';
import { createProgram } from './create-program.ts';
import { errorOutcome, errorText } from './error-outcome.ts';
import { pathOf } from './given.ts';
import { type GivenOptions, type GlobalOptions, readGlobalOptions } from './global-options.ts';
import type { Io } from './io.ts';
import { type Aside, printOutcome } from './print-outcome.ts';
import type { Run } from './run.ts';
import { trackerErrorOf } from './told-error.ts';

export { processIo } from './process-io.ts';

/** Runs the command and resolves to its exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let exitCode = 0;
  const run: Run =
    action =>
    async (...given) => {
      const command = given.at(-1);
      if (!(command instanceof Command))
        throw new TrackerError('INTERNAL', 'commander gave no command');
      const options = readGlobalOptions(program.opts<GivenOptions>(), io.env);
      await prepare(options);
      const { context, synced, damage } = createContext(options, io);
      const outcome = await action(context, command);
      const kept = options.keepWorktree ? await keepWorktree(context) : {};
      const aside = { synced: synced(), ...kept, damage: await damage() };
      exitCode = await printOutcome(outcome, options.format, io, aside);
    };
  const program = createProgram(io, run);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return await tell(error, program, argv, io);
  }
  return exitCode;
}

async function prepare({ tempDir }: GlobalOptions): Promise<void> {
  if (tempDir === undefined) return;
  const { prepareTempDir } = await import('./temp-dir.ts');
  await prepareTempDir(tempDir);
}

/** What the command was asked for is done by then: files that cannot be left are no failure of it. */
async function keepWorktree(context: CommandContext): Promise<Pick<Aside, 'kept' | 'notKept'>> {
  try {
    const { keepWorktree } = await import('./keep-worktree.ts');
    const { repository } = await context.openBoard();
    return { kept: await keepWorktree(repository, context.options.tempDir) };
  } catch (error) {
    return { notKept: trackerErrorOf(error, 'tracker').message };
  }
}

/** Tells an error in the format that was asked for, wherever the fault in the command line stands. */
async function tell(
  error: unknown,
  program: Command,
  argv: readonly string[],
  io: Io,
): Promise<number> {
  const called = calledCommand(program, argv);
  const known = trackerErrorOf(error, pathOf(called));
  if (wantsJson(argv)) return await printOutcome(errorOutcome(known), 'json', io);
  // Whoever names no subcommand wants to know which there are.
  if (error instanceof CommanderError && error.code === 'commander.help') {
    io.stderr.write(`${called.helpInformation()}\n`);
  }
  io.stderr.write(`${errorText(known, Boolean(io.env.TRACKER_DEBUG))}\n`);
  return known.exitCode;
}

/** The last --format that says something counts, in whatever place. */
function wantsJson(argv: readonly string[]): boolean {
  const asked = argv.flatMap((word, at) => {
    const value = word === '--format' ? argv[at + 1] : /^--format=(.*)$/s.exec(word)?.[1];
    return value === 'json' || value === 'text' ? [value] : [];
  });
  return asked.at(-1) === 'json';
}

/** The command that the words name. */
function calledCommand(program: Command, argv: readonly string[]): Command {
  return argv.reduce(
    (command, word) => command.commands.find(child => child.name() === word) ?? command,
    program,
  );
}
