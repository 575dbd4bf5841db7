import { TrackerError } from '../errors.ts';
import type { TrackerEvent } from '../event/event.ts';
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

/**
 * Claims one. Of two clones that claim the same ticket, it is whose claim came to the remote first: the other finds
 * that claim when its own is sent, gives the ticket back and takes another.
 */
async function claim(context: CommandContext, filters: GivenFilters): Promise<TrackerRecord> {
  const [{ claimNext }, { eventsOf }] = await Promise.all([
    import('../board/claim-next.ts'),
    import('../cache/apply-events.ts'),
  ]);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { record, known } = await writeRecord(context, transaction => {
      const record = claimNext(transaction, filters(transaction.cache));
      return { record, known: idsOf(eventsOf(transaction.cache, record.id)) };
    });
    const { cache } = await context.openBoard();
    const holder = claimantIn(eventsOf(cache, record.id).filter(({ id }) => !known.has(id)));
    if (holder === undefined) return record;
    await giveBack(context, record.id, holder);
  }
  throw new TrackerError('CONFLICT', `others claimed the same ticket ${mostTries} times running`, {
    remedy: 'try again',
  });
}

function idsOf(events: readonly TrackerEvent[]): ReadonlySet<string> {
  return new Set(events.map(({ id }) => id));
}

/** Whoever was made the assignee last by these events. */
function claimantIn(events: readonly TrackerEvent[]): string | undefined {
  return events
    .flatMap(event => (event.op === 'edit' ? [event.set?.assignee] : []))
    .findLast(assignee => typeof assignee === 'string');
}

async function giveBack(context: CommandContext, id: string, assignee: string): Promise<void> {
  const { updateRecord } = await import('../board/update-record.ts');
  await writeRecord(context, transaction => ({
    record: updateRecord(transaction, transaction.find('ticket', id), { set: { assignee } }),
  }));
}
