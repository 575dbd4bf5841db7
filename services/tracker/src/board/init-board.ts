import { TrackerError } from '../errors.ts';
import { validateBranchName } from '../store/branch-name.ts';
import { refuseCheckedOut } from '../store/checked-out.ts';
import { addCommit } from '../store/commit.ts';
import { findRepository, readHead } from '../store/repository.ts';
import { formatFile, formatVersion, readmeFile, readmeText } from '../store/segment.ts';
import { Board, type BoardOptions } from './board.ts';

/** The board of a repository, begun there if need be. `begun` is false where it was there already. */
export async function initBoard(
  options: BoardOptions,
  actor: string,
): Promise<{ readonly board: Board; readonly begun: boolean }> {
  const repository = await findRepository(options.repo, validateBranchName(options.branch));
  if (repository.head !== undefined) {
    return { board: await Board.open(options), begun: false };
  }
  await refuseCheckedOut(repository);
  const outcome = await addCommit(repository, {
    parents: [],
    files: [
      { path: formatFile, content: Buffer.from(`${JSON.stringify({ format: formatVersion })}\n`) },
      { path: readmeFile, content: Buffer.from(readmeText) },
    ],
    message: 'init',
    actor,
    time: options.surroundings.now(),
  });
  // Refused: somebody else has begun it in the same moment, or the ref cannot be written.
  if (outcome.kind === 'refused' && (await readHead(repository)) === undefined) {
    throw new TrackerError('GIT_FAILED', `the data branch cannot be made: ${outcome.said}`, {
      remedy: 'mend what git says, or name another branch with --data-branch=NAME',
    });
  }
  return { board: await Board.open(options), begun: outcome.kind === 'committed' };
}
