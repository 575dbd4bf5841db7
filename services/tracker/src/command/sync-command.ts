import type { Board } from '../board/board.ts';
import { TrackerError } from '../errors.ts';
import type { ForgeSyncReport } from '../forge/forge-report.ts';
import type { ForgeSettings } from '../forge/forge-settings.ts';
import type { SyncReport, SyncRequest } from '../sync/sync-report.ts';
import type { CommandContext } from './context.ts';
import { examples } from './examples.ts';
import { noteText } from './note-text.ts';
import type { Outcome } from './outcome.ts';
import { printable } from './printable.ts';
import type { AddCommands } from './run.ts';

export const addSyncCommand: AddCommands = (program, run) => {
  program
    .command('sync')
    .summary('exchange what is new with the Git remote, and with the forge')
    .description(
      'Exchanges what is new with the Git remote, and with the forge where FORGE_REPO or --forge-repo names a ' +
        'repository there. `tracker --sync=outbound sync` only sends.',
    )
    .option(
      '--accept-rewritten',
      'take in a remote branch whose history was rewritten: nothing of either side is lost',
    )
    .option('--create-issues', 'make an issue on the forge for each open ticket that has none')
    .addHelpText('after', examples(['tracker sync', 'tracker --remote=backup sync']))
    .action(run(async (context, command) => syncAll(context, command.opts<Given>())));
};

interface Given {
  readonly acceptRewritten?: boolean;
  readonly createIssues?: boolean;
}

interface Synced {
  /** Undefined where the repository has no such remote, and the forge is all there is. */
  readonly git: SyncReport | undefined;
  readonly forge: ForgeSyncReport | undefined;
}

interface Exchanged {
  readonly board: Board;
  /** As in `Synced`. */
  readonly git: SyncReport | undefined;
}

async function syncAll(context: CommandContext, given: Given): Promise<Outcome> {
  const { readForgeSettings } = await import('../forge/forge-settings.ts');
  const settings = readForgeSettings(context.options.forgeRepo, context.env);
  if (given.createIssues && settings === undefined) {
    throw new TrackerError('USAGE', '--create-issues needs a repository on the forge', {
      remedy: 'name it with --forge-repo=owner/name, before the subcommand, or in FORGE_REPO',
    });
  }
  const { readRemotes } = await import('../store/remote-name.ts');
  const { options, signal } = context;
  // None of these calls of git waits for another.
  const [board, actor, remotes] = await Promise.all([
    boardIfBegun(context),
    context.actor(),
    readRemotes({ path: options.repo }),
  ]);
  const mode = options.sync === 'outbound' ? 'outbound' : 'full';
  const { acceptRewritten = false } = given;
  const request = {
    remote: options.remote,
    remotes,
    mode,
    actor,
    acceptRewritten,
    signal,
  } as const;
  const exchanged =
    board === undefined
      ? await takeGit(context, request)
      : await syncGit(board, request, settings !== undefined);
  if (settings === undefined) return outcomeOf({ git: exchanged.git, forge: undefined });
  const createIssues = given.createIssues === true;
  return outcomeOf(await addForge(context, exchanged, request, { ...settings, createIssues }));
}

/** Exchanges with the forge what is on the board once the Git remote has been seen to. */
async function addForge(
  context: CommandContext,
  { board, git }: Exchanged,
  request: SyncRequest,
  settings: ForgeSettings & { readonly createIssues: boolean },
): Promise<Synced> {
  const [{ syncForge }, { forgeClock }] = await Promise.all([
    import('../forge/sync-forge.ts'),
    import('../forge/forge-clock.ts'),
  ]);
  const before = board.repository.head;
  const { actor, signal, mode } = request;
  const clock = forgeClock(context.surroundings.now);
  const forge = await syncForge(board, { ...settings, actor, signal, mode, clock });
  // What came from the forge goes on to everybody else.
  if (git === undefined || board.repository.head === before) return { git, forge };
  const { syncBoard } = await import('../sync/sync-board.ts');
  const after = await syncBoard(board, { ...request, mode: 'outbound' });
  return { git: both(git, after), forge };
}

function both(first: SyncReport, second: SyncReport): SyncReport {
  return {
    ...second,
    received: first.received + second.received,
    sent: first.sent + second.sent,
    renumbered: [...first.renumbered, ...second.renumbered],
    warnings: [...first.warnings, ...second.warnings],
  };
}

/** With a forge to sync with, a repository may do without a remote. */
async function syncGit(board: Board, request: SyncRequest, hasForge: boolean): Promise<Exchanged> {
  const { hasRemote } = await import('../store/remote-name.ts');
  if (hasForge && !hasRemote(request.remotes, request.remote)) return { board, git: undefined };
  const { syncBoard } = await import('../sync/sync-board.ts');
  return { board, git: await syncBoard(board, request) };
}

async function takeGit(
  { options, surroundings }: CommandContext,
  request: SyncRequest,
): Promise<Exchanged> {
  const { takeBoard } = await import('../sync/take-board.ts');
  const place = { repo: options.repo, branch: options.dataBranch, surroundings };
  const { board, report } = await takeBoard(place, request);
  return { board, git: report };
}

async function boardIfBegun({ openBoard }: CommandContext): Promise<Board | undefined> {
  try {
    return await openBoard();
  } catch (error) {
    if (error instanceof TrackerError && error.code === 'NOT_INITIALISED') return undefined;
    throw error;
  }
}

function outcomeOf({ git, forge }: Synced): Outcome {
  const failures = forge?.failures ?? [];
  return {
    document: { ok: true, ...git, ...(forge && { forge }) },
    text: () => [...(git ? gitLines(git) : []), ...(forge ? forgeLines(forge) : [])].join('\n'),
    warnings: [...(git?.warnings ?? []), ...failures.map(noteText)],
    exitCode: failures.length === 0 ? 0 : 4,
  };
}

function gitLines({ remote, received, sent, renumbered }: SyncReport): readonly string[] {
  const done =
    received === 0 && sent === 0
      ? `Nothing is new here or on ${remote}`
      : `Received ${count(received, 'event')} from ${remote}, sent ${count(sent, 'event')}`;
  const numbers = renumbered.map(
    ({ type, from, to }) => `${type} ${from} is ${type} ${to} now: ${remote} had a ${type} ${from}`,
  );
  return [done, ...numbers].map(printable);
}

function forgeLines({ repo, received, sent, created, notes }: ForgeSyncReport): readonly string[] {
  const done =
    received + sent + created === 0
      ? `Nothing is new here or on ${repo}`
      : `Received ${count(received, 'ticket')} from ${repo}, sent ${count(sent, 'ticket')}, made ${count(created, 'issue')}`;
  return [printable(done), ...notes.map(noteText)];
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`;
}
