import { type RecordType, recordTypes } from '../record/record-type.ts';
import { examples } from './examples.ts';
import { addFieldOptions, readFields, requireFields } from './field-options.ts';
import { Given, valueOption } from './given.ts';
import { addLate } from './late-options.ts';
import { recordOutcome } from './record-outcome.ts';
import type { AddCommands } from './run.ts';
import { typeCommand } from './type-command.ts';
import { writeRecord } from './write-record.ts';

export const addCreateCommands: AddCommands = (program, run) => {
  for (const type of recordTypes) {
    const create = typeCommand(program, type)
      .command('create')
      .summary(`make ${type === 'epic' ? 'an epic' : `a ${type}`}`)
      .description(
        `Makes ${type === 'epic' ? 'an epic' : `a ${type}`} and prints it with its new number.`,
      );
    addLate(create, () => {
      addFieldOptions(create, type, 'create');
      create.optionsGroup('Options:');
      create.addOption(
        valueOption(
          'key',
          'text',
          `whoever creates under the same key again is given the same ${type}`,
        ),
      );
    });
    create.addHelpText('after', examples(shown[type]));
    create.action(
      run(async (context, command) => {
        const given = new Given(command);
        const key = given.has('key') ? given.needed('key', 'any text of your choice') : undefined;
        const { set } = await readFields(given, type, context.stdin);
        requireFields(given, type);
        given.refuse();
        const [{ createRecord }, { resolveReferences }] = await Promise.all([
          import('../board/create-record.ts'),
          import('./resolve-references.ts'),
        ]);
        const { record, made } = await writeRecord(context, transaction => {
          const values = resolveReferences((to, id) => transaction.find(to, id), type, set);
          const record = createRecord(transaction, {
            type,
            values,
            ...(key !== undefined && { key }),
          });
          return { record, made: transaction.events.length > 0 };
        });
        return recordOutcome(made ? 'Created' : 'Found', record);
      }),
    );
  }
};

const shown: Readonly<Record<RecordType, readonly string[]>> = {
  epic: ['tracker epic create --title="Billing moves to the new ledger" --status=todo'],
  story: ['tracker story create --epic=1 --title="Invoices come from the ledger"'],
  ticket: [
    'tracker ticket create --title="Round half to even" --story=1 --priority=high --label=money',
    'tracker ticket create --title="Report" --body-file=report.md --target-finish-at=2027-01-31',
    'git log -1 --format=%B | tracker ticket create --title="Follow-up" --body-file=-',
    'tracker ticket create --title="Disk full on db1" --key=alert:db1:disk',
  ],
};
