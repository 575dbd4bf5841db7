import { Command, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { syncModes } from '../sync/sync-mode.ts';
import { commands } from './commands.ts';
import { formats } from './global-options.ts';
import type { Io } from './io.ts';
import type { Run } from './run.ts';

/** The whole command line, as a tree of commands: what is parsed, helped and completed follows from it. */
export function createProgram(io: Pick<Io, 'stdout'>, run: Run): Command {
  const program = new Command('tracker')
    .description(
      'Epics, stories and tickets that live in a Git repository, on a branch of their own: nothing else of it is touched.',
    )
    .enablePositionalOptions()
    .exitOverride()
    .commandsGroup('More commands:')
    .helpCommand('help [command]', 'the same as --help')
    .version(manifest.version, '--version', 'print the version')
    .configureHelp({
      helpWidth: Math.min(io.stdout.columns ?? 80, 120),
      // Which have options would depend on which have been called.
      subcommandTerm: command =>
        [
          command.name(),
          ...command.registeredArguments.map(argument => `<${argument.name()}>`),
        ].join(' '),
      optionDescription: ({ description, argChoices }) =>
        argChoices === undefined ? description : `${description}: ${argChoices.join(', ')}`,
    })
    .configureOutput({
      writeOut: text => io.stdout.write(text),
      writeErr: () => {
        // Errors are told once, by `main`, in the format that was asked for.
      },
    })
    .optionsGroup('Options of every subcommand, which stand before it:');
  for (const option of globalOptions()) program.addOption(option);
  for (const add of commands) add(program, run);
  for (const command of program.commands) {
    const group = groups.get(command.name());
    if (group !== undefined) command.helpGroup(group);
  }
  program.addHelpText('after', closing);
  return program;
}

const groups = new Map([
  ['init', 'Records:'],
  ['epic', 'Records:'],
  ['story', 'Records:'],
  ['ticket', 'Records:'],
  ['draft', 'Records:'],
  ['sync', 'Exchange:'],
  ['export', 'Exchange:'],
  ['import', 'Exchange:'],
  ['log', 'Insight and upkeep:'],
  ['audit', 'Insight and upkeep:'],
  ['stats', 'Insight and upkeep:'],
  ['doctor', 'Insight and upkeep:'],
]);

function globalOptions(): readonly Option[] {
  return [
    new Option('--repo <path>', 'a path in the Git repository (default: where you are)'),
    choiceOption('--format <format>', 'how to print; text unless given', formats),
    new Option(
      '--actor <name>',
      "in whose name, such as 'Ann <ann@example.org>' (env: TRACKER_ACTOR; default: git's user.name and user.email)",
    ),
    choiceOption(
      '--sync <mode>',
      'send what a change makes (outbound), fetch before it as well (full), or neither (env: TRACKER_SYNC; default: off)',
      syncModes,
    ),
    new Option(
      '--remote <name>',
      'the Git remote to sync with (env: TRACKER_REMOTE; default: origin)',
    ),
    new Option(
      '--data-branch <name>',
      'the branch that holds the data (env: TRACKER_DATA_BRANCH; default: tracker-data)',
    ),
    new Option('--forge-repo <owner/name>', 'the repository on the forge (env: FORGE_REPO)'),
    new Option('--temp-dir <path>', 'where scratch files go; made if it is not there'),
    new Option(
      '--keep-worktree',
      'leave the files of the data branch in the temporary directory and say where',
    ),
  ];
}

/** Its choices are for help and completion: they are checked with everything else, so that every fault is told. */
function choiceOption(flags: string, about: string, choices: readonly string[]): Option {
  const option = new Option(flags, about);
  option.argChoices = [...choices];
  return option;
}

const closing = `
Exit codes:
  0 well  1 mend the call  2 mend the machine, the repository or the credentials
  3 the data is damaged  4 somebody else's service failed

Examples:
  tracker init
  tracker epic create --title="Billing moves to the new ledger"
  tracker ticket create --title="Round half to even" --priority=high
  tracker ticket next
  tracker --format json ticket read --status=in_progress
  tracker sync`;
