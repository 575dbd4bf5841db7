import type { Board } from '../board/board.ts';
import { TrackerError } from '../errors.ts';
import type { SyncReport, SyncRequest } from '../sync/sync-report.ts';
import type { CommandContext } from './context.ts';
import { printable } from './printable.ts';
import type { AddCommands } from './run.ts';

export const addSyncCommand: AddCommands = (program, run) => {
  program
    .command('sync')
    .description('exchange what is new with the Git remote; `--sync outbound` only sends')
    .option(
      '--accept-rewritten',
      'take in a remote branch whose history was rewritten: nothing of either side is lost',
      false,
    )
    .action(
      run(async (context, command) => {
        const { acceptRewritten } = command.opts<{ acceptRewritten: boolean }>();
        const report = await syncWithRemote(context, await requestOf(context, acceptRewritten));
        return {
          document: { ok: true, ...report },
          text: () => textOf(report),
          warnings: report.warnings,
        };
      }),
    );
};

async function requestOf(
  { options, actor, signal }: CommandContext,
  acceptRewritten: boolean,
): Promise<SyncRequest> {
  const mode = options.sync === 'outbound' ? 'outbound' : 'full';
  return { remote: options.remote, mode, actor: await actor(), acceptRewritten, signal };
}

async function syncWithRemote(context: CommandContext, request: SyncRequest): Promise<SyncReport> {
  const { syncBoard } = await import('../sync/sync-board.ts');
  const board = await boardIfBegun(context);
  if (board !== undefined) return await syncBoard(board, request);
  const { takeBoard } = await import('../sync/take-board.ts');
  const { options, surroundings } = context;
  const taken = await takeBoard(
    { repo: options.repo, branch: options.dataBranch, surroundings },
    request,
  );
  return taken.report;
}

async function boardIfBegun({ openBoard }: CommandContext): Promise<Board | undefined> {
  try {
    return await openBoard();
  } catch (error) {
    if (error instanceof TrackerError && error.code === 'NOT_INITIALISED') return undefined;
    throw error;
  }
}

function textOf({ remote, received, sent, renumbered }: SyncReport): string {
  const numbers = renumbered.map(
    ({ type, from, to }) => `${type} ${from} is ${type} ${to} now: ${remote} had a ${type} ${from}`,
  );
  const done =
    received === 0 && sent === 0
      ? `Nothing is new here or on ${remote}`
      : `Received ${count(received)} from ${remote}, sent ${count(sent)}`;
  return [done, ...numbers].map(printable).join('\n');
}

function count(events: number): string {
  return events === 1 ? '1 event' : `${events} events`;
}
