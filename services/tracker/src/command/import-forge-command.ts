import type { ForgeImportRequest } from '../forge/forge-report.ts';
import type { ForgeImportReport } from '../forge/import-issues.ts';
import type { CommandContext } from './context.ts';
import { examples } from './examples.ts';
import { Given, valueOption } from './given.ts';
import { noteText } from './note-text.ts';
import type { Outcome } from './outcome.ts';
import { printable } from './printable.ts';
import type { AddCommands } from './run.ts';
import { typeCommand } from './type-command.ts';

const states = ['open', 'closed', 'all'] as const;

export const addImportForgeCommand: AddCommands = (program, run) => {
  typeCommand(program, 'ticket')
    .command('import-forge')
    .summary('bring issues of the forge in as tickets')
    .description(
      'Brings issues of GitHub in as tickets, which `tracker sync` keeps in step with them from then on. ' +
        'Without options: the open ones. An issue that has its ticket keeps it.',
    )
    .addOption(valueOption('id', 'number', 'only this issue'))
    .option('--all', 'issues in every state')
    .addOption(valueOption('state', 'state', 'only issues in this state', states))
    .addOption(valueOption('label', 'label', 'only issues with this label'))
    .addHelpText(
      'after',
      examples([
        'tracker --forge-repo=owner/name ticket import-forge --id=12',
        'tracker ticket import-forge --state=all --label=bug',
      ]),
    )
    .action(
      run(async (context, command) => {
        const given = new Given(command);
        const which = readWhich(given);
        given.refuse();
        return await importForge(context, which);
      }),
    );
};

type Which = ForgeImportRequest['which'];

function readWhich(given: Given): Which {
  const id = given.one('id');
  const label = given.one('label');
  const state = given.one('state') ?? (given.is('all') ? 'all' : 'open');
  if (given.is('all') && given.has('state')) given.misuse('--all and --state exclude each other');
  if (label !== undefined && (label === '' || label.includes(','))) {
    given.fault('--label must be one label, without commas');
  }
  const known = states.find(one => one === state);
  if (known === undefined) given.fault(`--state must be one of ${states.join(', ')}`);
  if (id === undefined) return { state: known ?? 'open', ...(label !== undefined && { label }) };
  given.refuseOthers(['id'], '--id names one issue');
  const digits = /^#?([1-9]\d{0,14})$/.exec(id)?.[1];
  if (digits === undefined) given.fault('--id must be the number of an issue, such as 12');
  return { issue: Number(digits ?? 0) };
}

async function importForge(context: CommandContext, which: Which): Promise<Outcome> {
  const { options, env, signal, surroundings } = context;
  const [{ requireForgeSettings }, { importIssues }, { forgeClock }] = await Promise.all([
    import('../forge/forge-settings.ts'),
    import('../forge/import-issues.ts'),
    import('../forge/forge-clock.ts'),
  ]);
  const settings = requireForgeSettings(options.forgeRepo, env);
  const board = await context.openBoard();
  const clock = forgeClock(surroundings.now);
  const request = { ...settings, actor: await context.actor(), signal, clock, which };
  const report = await importIssues(board, request, context.write);
  return {
    document: { ok: true, ...report },
    text: () => textOf(report),
    warnings: report.failures.map(noteText),
    exitCode: report.failures.length === 0 ? 0 : 4,
  };
}

function textOf({ repo, items, created, notes }: ForgeImportReport): string {
  const known = items.length - created;
  const head = `Imported ${created} ${created === 1 ? 'issue' : 'issues'} of ${repo}${
    known === 0 ? '' : `; ${known} had their tickets already`
  }`;
  const lines = items.map(
    ({ number, forgeIssue, title }) =>
      `ticket ${number}${forgeIssue === null ? '' : ` = issue ${forgeIssue.number}`}: ${title}`,
  );
  return [head, ...lines, ...notes.map(noteText)].map(printable).join('\n');
}
