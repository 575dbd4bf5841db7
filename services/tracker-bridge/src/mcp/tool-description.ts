import { allowedSubcommands, type SubcommandPolicy } from './subcommand-policy.ts';
import { notice } from './tool-document.ts';

/** All that an agent is told about the tool: enough to work with it, in few tokens. */
export function toolDescription(policy: SubcommandPolicy): string {
  const allowed = allowedSubcommands(policy);
  const limits =
    allowed === undefined
      ? []
      : [`Only these may be called here, as the first words of argv: ${allowed.join(', ')}.`];
  return [...limits, ...(policy.readOnly ? reading : working), ...shared].join('\n');
}

const about =
  'Runs the command `tracker` on a board of epics > stories > tickets that lives in a Git repository. argv is the subcommand and its flags, each flag one element `--flag=value`; output is JSON, so no --format. No other argument is needed.';

const lists = [
  '- ["ticket","ready","--unclaimed","--limit=10"]: open tickets that wait for nothing and that nobody has, best first; without --unclaimed also those that somebody has. ["ticket","read","--id=12"]: one in full, with comments.',
  '- ["ticket","read","--status=todo","--label=x","--search=words","--sort=-priority","--limit=20"]: a list; all filters must hold, a repeated --status is "or". Likewise --epic, --story, --assignee (--assignee= is nobody); ready takes them, too. `epic read` and `story read` are alike.',
  '- ["log","--type=ticket","--id=12"]: its history; ["log"]: of the board.',
];

const reading = [
  about,
  ...lists,
  '- ["stats"], ["audit"], ["doctor"]: how the work goes, who changed what in which commit, whether the data is sound.',
];

const working = [
  about,
  ...lists,
  '- ["ticket","next"]: claims the best unclaimed ready one (same filters) for you, in_progress, and answers with it; NOTHING_READY where there is none. ["ticket","work","--id=12"] claims a given one, even from somebody else: read it first.',
  '- ["ticket","comment","--id=12","--body=Markdown"]',
  '- ["ticket","update","--id=12","--status=done"]: the flags given change, `--body=` empties, --label and --depends-on replace all, --add-label and --remove-label (likewise -depends-on) change one.',
  '- ["ticket","create","--title=T","--body=Markdown","--story=3","--priority=high","--label=x","--depends-on=12"]: a dependency must be closed before the ticket is ready; repeat a flag for more; --key=K creates once.',
  '- also: epic|story create/update (--epic=1 on a story), TYPE delete|restore --id, sync, doctor, stats, audit, export.',
  'Say who you are in `actor`, always alike. `sync: "full"` fetches first and sends after, so that claims hold across clones.',
];

const shared = [
  'status: backlog (new), todo, in_progress; closed: done, cancelled. priority: low, medium (new), high, urgent.',
  'Numbers (12) and ids both name records; each type counts its own: story 1 is not ticket 1. Dates are 2026-11-21. A list is {"items":[…],"total":n} of whole records (some 500 tokens each), 100 unless --limit says otherwise; with nextCursor where there is more: repeat the call with --cursor=…. (ready has no cursor.)',
  'The result is {"exitCode","signal","stderr","stdout","parsedStdout"}: read parsedStdout, and warnings in stderr. exitCode 0 well, 1 mend the call, 2 the machine or credentials, 3 damaged data, 4 a remote service failed; then parsedStdout.error has code, message and remedy. isError means that nothing ran to its end: BUSY try again, TIMED_OUT or OUTPUT_LIMIT ask for less (--limit).',
  'All flags of a subcommand: ["ticket","read","--help"] (text in stdout).',
  `SAFETY: ${notice}`,
];
