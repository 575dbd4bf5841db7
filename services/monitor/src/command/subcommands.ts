import { completionCommand } from './completion-command.ts';
import { historyCommand } from './history-command.ts';
import { importCommand } from './import-command.ts';
import { notifyTestCommand } from './notify-test-command.ts';
import { runCommand } from './run-command.ts';
import type { Subcommand } from './subcommand.ts';
import { validateCommand } from './validate-command.ts';

/** What is done where no subcommand is named. */
export const defaultSubcommand: Subcommand = runCommand;

/** In the order of the help. */
export const subcommands: readonly Subcommand[] = [
  runCommand,
  validateCommand,
  importCommand,
  historyCommand,
  notifyTestCommand,
  completionCommand,
];
