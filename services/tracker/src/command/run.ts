import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import type { Outcome } from './outcome.ts';

/** What a subcommand does. Its options are `command.opts<…>()`, its arguments `command.args`. */
type Action = (context: CommandContext, command: Command) => Promise<Outcome>;

/** Makes commander's handler of an action: its outcome is printed, its errors are told. */
export type Run = (action: Action) => (...given: unknown[]) => Promise<void>;

/**
 * A file of this folder adds its subcommands. What they work with is imported within the action, so that starting
 * the command loads only what this run needs.
 */
export type AddCommands = (program: Command, run: Run) => void;
