import type { Ticket, TrackerRecord } from '../record/record.ts';
import { faultOfRefName } from '../store/branch-name.ts';
import type { CommandContext } from './context.ts';
import { examples } from './examples.ts';
import { Given, valueOption } from './given.ts';
import { idOption } from './id-option.ts';
import { recordOutcome } from './record-outcome.ts';
import type { AddCommands } from './run.ts';
import { shellWord } from './shell-word.ts';
import { typeCommand } from './type-command.ts';
import { writeRecord } from './write-record.ts';

export const addWorkCommand: AddCommands = (program, run) => {
  typeCommand(program, 'ticket')
    .command('work')
    .summary('claim one and begin work on it')
    .description(
      'Claims a ticket for the actor: it is in progress from now. With --branch it is linked to a Git branch, and the ' +
        'command to switch to it is printed; your working tree is left alone.',
    )
    .addOption(idOption('ticket'))
    .addOption(valueOption('branch', 'name', 'the Git branch that will hold its work'))
    .addHelpText('after', examples(['tracker ticket work --id=12 --branch=round-half-even']))
    .action(
      run(async (context, command) => {
        const given = new Given(command);
        const id = given.needed('id', 'the id or number of the ticket');
        const branch = given.one('branch');
        const fault = branch === undefined ? undefined : faultOfRefName(branch);
        if (fault !== undefined) given.fault(`--branch cannot be the name of a branch: ${fault}`);
        given.refuse();
        const { before, record } = await begin(context, id, branch);
        const line = await switchLine(context, record);
        return {
          ...recordOutcome('Working on', record, { lines: line === undefined ? [] : [line] }),
          warnings: await warningsOf(context, before, record),
        };
      }),
    );
};

async function begin(
  context: CommandContext,
  id: string,
  branch: string | undefined,
): Promise<{ readonly before: TrackerRecord; readonly record: TrackerRecord }> {
  const [{ claimTicket }, { updateRecord }] = await Promise.all([
    import('../board/claim-ticket.ts'),
    import('../board/update-record.ts'),
  ]);
  return await writeRecord(context, transaction => {
    const before = transaction.find('ticket', id);
    const claimed = claimTicket(transaction, before);
    const record =
      branch === undefined
        ? claimed
        : updateRecord(transaction, claimed, { add: { linkedBranches: [branch] } });
    return { before, record };
  });
}

/** What its user types to go to the branch linked last. */
async function switchLine(
  context: CommandContext,
  record: TrackerRecord,
): Promise<string | undefined> {
  const branch = record.type === 'ticket' ? record.linkedBranches.at(-1) : undefined;
  if (branch === undefined || faultOfRefName(branch) !== undefined) return undefined;
  const [{ repository }, { readRef }] = await Promise.all([
    context.openBoard(),
    import('../store/read-objects.ts'),
  ]);
  const there = (await readRef(repository, `refs/heads/${branch}`)) !== undefined;
  return `git switch ${there ? '' : '--create '}${shellWord(branch)}`;
}

/** Taking work over, or beginning what waits for something, is allowed, and told. */
async function warningsOf(
  context: CommandContext,
  before: TrackerRecord,
  record: TrackerRecord,
): Promise<readonly string[]> {
  if (before.type !== 'ticket' || record.type !== 'ticket') return [];
  const taken =
    before.assignee === null || before.assignee === record.assignee
      ? []
      : [`ticket ${record.number} was ${before.assignee}'s until now`];
  return [...taken, ...(await waitingFor(context, record))];
}

async function waitingFor(context: CommandContext, { dependsOn }: Ticket): Promise<string[]> {
  const [{ cache }, { recordById }, { closedStatuses }] = await Promise.all([
    context.openBoard(),
    import('../cache/find-record.ts'),
    import('../record/fields.ts'),
  ]);
  return dependsOn.flatMap(id => {
    const other = recordById(cache, id);
    const open = other?.deletedAt === null && !closedStatuses.includes(other.status);
    return open ? [`it depends on ticket ${other.number}, which is still open`] : [];
  });
}
