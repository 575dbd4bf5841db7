import { recordTypes } from '../record/record-type.ts';
import { examples } from './examples.ts';
import { Given } from './given.ts';
import { idOption } from './id-option.ts';
import { nameOf, recordOutcome } from './record-outcome.ts';
import type { AddCommands } from './run.ts';
import { typeCommand } from './type-command.ts';
import { writeRecord } from './write-record.ts';

export const addDeleteCommands: AddCommands = (program, run) => {
  for (const type of recordTypes) {
    const command = typeCommand(program, type)
      .command('delete')
      .summary('take it away; its history stays, and `restore` brings it back')
      .description(
        `Deletes ${type === 'epic' ? 'an epic' : `a ${type}`}. Its history stays, and \`restore\` brings it back.`,
      )
      .addOption(idOption(type));
    if (type !== 'ticket') command.option('--cascade', 'also what belongs to it', false);
    command.addHelpText('after', examples([`tracker ${type} delete --id=3`])).action(
      run(async (context, command) => {
        const given = new Given(command);
        const id = given.needed('id', `the id or number of the ${type}`);
        given.refuse();
        const cascade = given.is('cascade');
        const { deleteRecord } = await import('../board/delete-record.ts');
        const { record, descendants } = await writeRecord(context, transaction =>
          deleteRecord(transaction, transaction.find(type, id), { cascade }),
        );
        return recordOutcome('Deleted', record, {
          ...(cascade && { fields: { deletedToo: descendants.map(({ id }) => id) } }),
          lines: descendants.map(child => `Deleted ${nameOf(child)}`),
        });
      }),
    );
  }
};
