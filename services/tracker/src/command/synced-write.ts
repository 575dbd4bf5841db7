import type { Board } from '../board/board.ts';
import type { Transaction } from '../board/transaction.ts';
import { TrackerError } from '../errors.ts';
import { syncBoard } from '../sync/sync-board.ts';
import type { SyncReport, SyncRequest } from '../sync/sync-report.ts';
import { toldError } from './told-error.ts';

/** How a sync round a mutation went. What failed to be sent is stored all the same. */
export type Synced =
  | ({ readonly ok: true } & SyncReport)
  | { readonly ok: false; readonly error: ReturnType<typeof toldError> };

/**
 * Writes between two syncs, or with `outbound` before one. A remote that fails keeps nobody from working: the write is
 * stored in this clone, and a later sync sends it.
 */
export async function syncedWrite<Result>(
  board: Board,
  plan: (transaction: Transaction) => Result,
  request: SyncRequest,
): Promise<{ readonly result: Result; readonly synced: Synced }> {
  const before = request.mode === 'full' ? await attempt(board, request) : undefined;
  const result = await board.write(request.actor, plan);
  // A remote that has just failed would most likely only keep the user waiting once more.
  if (before?.ok === false) return { result, synced: before };
  const after = await attempt(board, request);
  return { result, synced: before?.ok && after.ok ? both(before, after) : after };
}

/** What two syncs did, one after the other. */
function both(before: Synced & SyncReport, after: Synced & SyncReport): Synced {
  return {
    ...after,
    ok: true,
    received: before.received + after.received,
    sent: before.sent + after.sent,
    renumbered: [...before.renumbered, ...after.renumbered],
    warnings: [...new Set([...before.warnings, ...after.warnings])],
  };
}

async function attempt(board: Board, request: SyncRequest): Promise<Synced> {
  try {
    return { ok: true, ...(await syncBoard(board, request)) };
  } catch (error) {
    // A defect is no failure of the remote: it must not pass for one.
    if (!(error instanceof TrackerError)) throw error;
    return { ok: false, error: toldError(error) };
  }
}
