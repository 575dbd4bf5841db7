import { Board, type BoardOptions } from '../board/board.ts';
import { TrackerError } from '../errors.ts';
import { validateBranchName } from '../store/branch-name.ts';
import { refuseCheckedOut } from '../store/checked-out.ts';
import { runGit } from '../store/git.ts';
import { readRef } from '../store/read-objects.ts';
import { findRemote } from '../store/remote-name.ts';
import { findRepository, type Repository } from '../store/repository.ts';
import { checkIncoming } from './check-incoming.ts';
import { readNewLines, warningsOf } from './new-lines.ts';
import { fetchBranch, moveRef, readRemoteHead, trackingRef } from './remote-branch.ts';
import type { RemoteCall } from './remote-git.ts';
import { withSyncLock } from './sync-lock.ts';
import type { SyncReport, SyncRequest } from './sync-report.ts';

export interface TakenBoard {
  readonly board: Board;
  readonly report: SyncReport;
}

/**
 * The board of a repository that has none yet, as the remote has it: where others began the tracker, a clone need not
 * be told `init`. Throws NOT_INITIALISED where the remote has none either.
 */
export async function takeBoard(options: BoardOptions, request: SyncRequest): Promise<TakenBoard> {
  const repository = await findRepository(options.repo, validateBranchName(options.branch));
  const remote = findRemote(request.remotes, request.remote);
  const call = { repository, remote, signal: request.signal };
  return await withSyncLock(call, async () => {
    const commit = await fetchFirst(call, request);
    const lines = await readNewLines(repository, commit, undefined);
    const board = await Board.open(options);
    const { name } = remote;
    const warnings = warningsOf(lines);
    const report = { remote: name, received: lines.length, sent: 0, renumbered: [], warnings };
    return { board, report: { ...report, commit: board.repository.head } };
  });
}

async function fetchFirst(call: RemoteCall, request: SyncRequest): Promise<string> {
  const { repository, remote } = call;
  await refuseCheckedOut(repository);
  const there = await readRemoteHead(call);
  const commit = there && (await fetchBranch(call));
  if (commit === undefined) throw nowhere(repository, remote.name);
  const tracking = trackingRef(repository, remote.name);
  const known = await readRef(repository, tracking);
  await checkIncoming(repository, { commit, known, ...request });
  await beginAt(repository, commit);
  await moveRef(repository, tracking, commit);
  return commit;
}

/** Only if there is still no branch: another process may have begun it. */
async function beginAt(repository: Repository, commit: string): Promise<void> {
  const none = '0'.repeat(commit.length);
  const outcome = await runGit(repository, ['update-ref', repository.ref, commit, none]);
  if (outcome.exitCode === 0 || (await readRef(repository, repository.ref)) !== undefined) return;
  throw new TrackerError('GIT_FAILED', `${repository.ref} cannot be made: ${outcome.stderr}`);
}

function nowhere({ ref }: Repository, remote: string): TrackerError {
  return new TrackerError('NOT_INITIALISED', `neither the repository nor ${remote} has ${ref}`, {
    remedy: 'run `tracker init` in one clone, and sync it',
  });
}
