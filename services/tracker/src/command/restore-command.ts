import { recordTypes } from '../record/record-type.ts';
import { examples } from './examples.ts';
import { Given } from './given.ts';
import { idOption } from './id-option.ts';
import { recordOutcome } from './record-outcome.ts';
import type { AddCommands } from './run.ts';
import { typeCommand } from './type-command.ts';
import { writeRecord } from './write-record.ts';

export const addRestoreCommands: AddCommands = (program, run) => {
  for (const type of recordTypes) {
    typeCommand(program, type)
      .command('restore')
      .summary('bring back what was deleted')
      .description(`Brings back a deleted ${type}; \`tracker ${type} read --deleted\` lists them.`)
      .addOption(idOption(type))
      .addHelpText('after', examples([`tracker ${type} restore --id=3`]))
      .action(
        run(async (context, command) => {
          const given = new Given(command);
          const id = given.needed('id', `the id or number of the ${type}`);
          given.refuse();
          const { restoreRecord } = await import('../board/restore-record.ts');
          const { record } = await writeRecord(context, transaction => ({
            record: restoreRecord(transaction, transaction.find(type, id)),
          }));
          return recordOutcome('Restored', record);
        }),
      );
  }
};
