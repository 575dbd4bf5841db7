import { addInitCommand } from './init-command.ts';
import type { AddCommands } from './run.ts';

/** Every subcommand, in the order of the help. */
export const commands: readonly AddCommands[] = [addInitCommand];
