import type { Command } from 'commander';
import type { RecordType } from '../record/record-type.ts';
import { addNow } from './late-options.ts';

const about: Readonly<Record<RecordType, string>> = {
  epic: 'large goals, which stories belong to',
  story: 'what an epic is made of, which tickets belong to',
  ticket: 'pieces of work',
};

/** The command that holds the subcommands of a type, made at the first call. */
export function typeCommand(program: Command, type: RecordType): Command {
  const made = program.commands.find(command => command.name() === type);
  if (made !== undefined) return made;
  return program
    .command(type)
    .description(about[type])
    .helpCommand(false)
    .hook('preSubcommand', (_, command) => addNow(command));
}
