import type { Changes } from '../board/update-record.ts';
import type { FieldValue } from '../record/field.ts';
import type { TrackerRecord } from '../record/record.ts';
import { recordTypes } from '../record/record-type.ts';
import { examples } from './examples.ts';
import { addFieldOptions, type GivenFields, readFields } from './field-options.ts';
import { Given } from './given.ts';
import { idOption } from './id-option.ts';
import { addLate } from './late-options.ts';
import { recordOutcome } from './record-outcome.ts';
import { type Find, resolveReferences } from './resolve-references.ts';
import type { AddCommands } from './run.ts';
import { typeCommand } from './type-command.ts';
import { writeRecord } from './write-record.ts';

export const addUpdateCommands: AddCommands = (program, run) => {
  for (const type of recordTypes) {
    const update = typeCommand(program, type)
      .command('update')
      .summary(`change the fields of ${type === 'epic' ? 'an epic' : `a ${type}`}`)
      .description(
        'Changes the fields that are given and leaves the others. An empty value empties a field: --body= ' +
          (type === 'ticket' ? 'or --assignee=' : 'for one'),
      );
    addLate(update, () => {
      update.addOption(idOption(type));
      addFieldOptions(update, type, 'update');
    });
    update.addHelpText(
      'after',
      examples([`tracker ${type} update --id=3 --status=done`, ...more[type]]),
    );
    update.action(
      run(async (context, command) => {
        const given = new Given(command);
        const id = given.needed('id', `the id or number of the ${type}`);
        const fields = await readFields(given, type, context.stdin);
        if (!isAny(fields))
          given.misuse('there is nothing to change: give a field, such as --title');
        given.refuse();
        const { updateRecord } = await import('../board/update-record.ts');
        const { record, changed } = await writeRecord(context, transaction => {
          const find: Find = (to, called) => transaction.find(to, called);
          const changes = changesOf(find, find(type, id), fields);
          const record = updateRecord(transaction, find(type, id), changes);
          return { record, changed: transaction.events.length > 0 };
        });
        return recordOutcome(changed ? 'Updated' : 'Nothing to change in', record);
      }),
    );
  }
};

const more = {
  epic: [],
  story: ['tracker story update --id=3 --epic=2'],
  ticket: [
    'tracker ticket update --id=3 --priority=urgent --add-label=money --remove-label=later',
    'tracker ticket update --id=3 --assignee= --add-depends-on=4',
  ],
} as const;

function isAny({ set, add, remove }: GivenFields): boolean {
  return [set, add, remove].some(fields => Object.keys(fields).length > 0);
}

/** A set that is replaced changes by the members that differ, so that others' members, put in meanwhile, stay. */
function changesOf(find: Find, record: TrackerRecord, fields: GivenFields): Changes {
  const current: Readonly<Record<string, unknown>> = { ...record };
  const set: Record<string, FieldValue> = {};
  const add = listsOf(resolveReferences(find, record.type, fields.add));
  const remove = listsOf(resolveReferences(find, record.type, fields.remove));
  for (const [name, value] of Object.entries(resolveReferences(find, record.type, fields.set))) {
    if (!Array.isArray(value)) {
      set[name] = value;
      continue;
    }
    const before = current[name];
    const members = Array.isArray(before) ? before.map(String) : [];
    add[name] = value.filter(member => !members.includes(member));
    remove[name] = members.filter(member => !value.includes(member));
  }
  return { set, add, remove };
}

function listsOf(values: Readonly<Record<string, FieldValue>>): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value : []]),
  );
}
