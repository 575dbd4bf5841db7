import { TrackerError } from '../errors.ts';
import { checkFormatFile } from '../store/format.ts';
import { runGit } from '../store/git.ts';
import { isAncestor } from '../store/read-objects.ts';
import type { Repository } from '../store/repository.ts';
import { formatFile } from '../store/segment.ts';

/** A commit that came from a remote, and what was last taken in from there. */
export interface IncomingCommit {
  readonly remote: string;
  readonly commit: string;
  readonly known: string | undefined;
  readonly acceptRewritten: boolean;
}

/** Throws unless the commit is tracker data that this version can read, and goes on from what was taken in before. */
export async function checkIncoming(
  repository: Repository,
  incoming: IncomingCommit,
): Promise<void> {
  const { commit, known, remote, acceptRewritten } = incoming;
  if (commit === known) return;
  const format = await runGit(repository, ['cat-file', 'blob', `${commit}:${formatFile}`]);
  const where = `${repository.ref} of ${remote}`;
  checkFormatFile(format.exitCode === 0 ? format.stdout : undefined, where);
  if (known === undefined || acceptRewritten) return;
  if (await isAncestor(repository, known, commit)) return;
  throw new TrackerError(
    'REMOTE_REWRITTEN',
    `${where} was rewritten: it no longer holds ${known}, which was there before`,
    {
      remedy:
        'ask whoever did it why; `tracker sync --accept-rewritten` takes in what is there and puts back what was lost',
    },
  );
}
