import type { Board } from '../board/board.ts';
import { TrackerError } from '../errors.ts';
import { addCommit, type NewFile } from '../store/commit.ts';
import { runGit } from '../store/git.ts';
import { mergeFiles, type TreeUnion, uniteTrees } from '../store/merge-trees.ts';
import { isAncestor, readBlobs, readTree } from '../store/read-objects.ts';
import type { Repository } from '../store/repository.ts';

/** Whose work is taken in, and in whose name. */
export interface Incoming {
  readonly commit: string;
  readonly remote: string;
  readonly actor: string;
}

/** How often it is tried to move the branch, where something else than a tracker moves it too. */
const mostTries = 20;

/**
 * Brings the branch to the union of what it has and what came: to the incoming commit itself where that holds all
 * of ours, else to a merge commit. Resolves to the files that could not be united as one version is unreadable.
 */
export async function takeIn(board: Board, incoming: Incoming): Promise<readonly string[]> {
  let said = '';
  for (let tries = 0; tries < mostTries; tries += 1) {
    const outcome = await board.exclusively(repository =>
      unite(repository, incoming, board.surroundings.now()),
    );
    if (outcome.kind === 'united') return outcome.unreadable;
    said = outcome.said;
  }
  throw new TrackerError('LOCKED', `git would not move ${board.repository.ref}: ${said}`, {
    remedy:
      'if no git is running there, `tracker doctor --fix` removes the lock that one left behind',
  });
}

type Outcome =
  | { readonly kind: 'united'; readonly unreadable: readonly string[] }
  | { readonly kind: 'refused'; readonly said: string };

async function unite(
  repository: Repository & { readonly head: string },
  incoming: Incoming,
  time: number,
): Promise<Outcome> {
  const { head } = repository;
  const [ours, theirs] = await Promise.all([
    readTree(repository, head),
    readTree(repository, incoming.commit),
  ]);
  const union = uniteTrees(ours, theirs);
  const merged = await mergeBoth(repository, union);
  const unreadable = merged.filter(file => file.unreadable).map(file => file.path);
  const isTheirs = !union.oursHasMore && merged.every(file => file.isTheirs);
  if (isTheirs && (await isAncestor(repository, head, incoming.commit))) {
    return await fastForward(repository, incoming.commit);
  }
  const outcome = await addCommit(repository, {
    parents: [head, incoming.commit],
    files: [...union.taken, ...merged.flatMap(({ file }) => file ?? [])],
    message: `merge from ${incoming.remote}`,
    actor: incoming.actor,
    time,
  });
  return outcome.kind === 'refused' ? outcome : { kind: 'united', unreadable };
}

async function fastForward(
  repository: Repository & { readonly head: string },
  commit: string,
): Promise<Outcome> {
  const outcome = await runGit(repository, ['update-ref', repository.ref, commit, repository.head]);
  return outcome.exitCode === 0
    ? { kind: 'united', unreadable: [] }
    : { kind: 'refused', said: outcome.stderr };
}

interface MergedFile {
  readonly path: string;
  /** Undefined where ours stays as it is. */
  readonly file: NewFile | undefined;
  readonly isTheirs: boolean;
  readonly unreadable: boolean;
}

/** A version that cannot be read gives way to the other one. */
async function mergeBoth(
  repository: Repository,
  { both }: TreeUnion,
): Promise<readonly MergedFile[]> {
  const blobs = await readBlobs(
    repository,
    both.flatMap(({ ours, theirs }) => [ours, theirs]),
  );
  return both.map(({ path, ...oids }) => {
    const ours = blobs.get(oids.ours);
    const theirs = blobs.get(oids.theirs);
    const unreadable = ours === undefined || theirs === undefined;
    const content = unreadable ? (theirs ?? ours) : mergeFiles(path, ours, theirs);
    const asTheirs = { path, oid: oids.theirs };
    const isTheirs = content !== undefined && theirs?.equals(content) === true;
    const isOurs = content === undefined || ours?.equals(content) === true;
    const file = isOurs ? undefined : isTheirs ? asTheirs : { path, content };
    return { path, file, isTheirs, unreadable };
  });
}
