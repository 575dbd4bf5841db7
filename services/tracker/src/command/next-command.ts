import { TrackerError } from '../errors.ts';
import type { TrackerRecord } from '../record/record.ts';
import type { CommandContext } from './context.ts';
import { examples } from './examples.ts';
import { addFilterOptions, type GivenFilters, readFilters } from './filter-options.ts';
import { Given } from './given.ts';
import { addLate } from './late-options.ts';
import { recordOutcome } from './record-outcome.ts';
import type { AddCommands } from './run.ts';
import { typeCommand } from './type-command.ts';
import { writeRecord } from './write-record.ts';

export const addNextCommand: AddCommands = (program, run) => {
  const next = typeCommand(program, 'ticket')
    .command('next')
    .summary('claim the best ticket that is ready')
    .description(
      'Claims the first ticket of `ticket ready --unclaimed` for the actor, in one step: of many who ask at once, ' +
        'each is given another. Across clones that holds with --sync=full.',
    );
  addLate(next, () => addFilterOptions(next, 'ticket'));
  next
    .addHelpText(
      'after',
      examples(['tracker ticket next', 'tracker --sync=full ticket next --epic=1']),
    )
    .action(
      run(async (context, command) => {
        const given = new Given(command);
        const filters = readFilters(given, 'ticket');
        given.refuse();
        return recordOutcome('Claimed', await claim(context, filters));
      }),
    );
};

/** How many claims may be lost to other clones before it is given up. */
const mostTries = 5;

/** Where a sync finds that another clone has claimed the same ticket, and its claim won, another one is taken. */
async function claim(context: CommandContext, filters: GivenFilters): Promise<TrackerRecord> {
  const { claimNext } = await import('../board/claim-next.ts');
  const actor = await context.actor();
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { record } = await writeRecord(context, transaction => ({
      record: claimNext(transaction, filters(transaction.cache)),
    }));
    if (record.type === 'ticket' && record.assignee === actor) return record;
  }
  throw new TrackerError('CONFLICT', `others claimed the same ticket ${mostTries} times running`, {
    remedy: 'try again',
  });
}
