import { promises } from 'node:fs';
import { join } from 'node:path';
import { TrackerError } from '../errors.ts';
import { gitFailed, gitOutput, runGit } from '../store/git.ts';
import type { Repository } from '../store/repository.ts';
import { ownFolder } from '../store/writer.ts';

/**
 * Packs what the data branch has got since it was last packed: each write leaves a few loose objects, one of them the
 * whole segment, which deltas make small. Only what the data branch reaches is packed, and no ref or setting of the
 * user's is touched. Resolves to false where that fails, which costs room alone: `git gc` packs it as well.
 */
export async function packOwnObjects(
  repository: Repository & { readonly head: string },
): Promise<boolean> {
  try {
    await pack(repository);
    return true;
  } catch (error) {
    if (error instanceof TrackerError) return false;
    throw error;
  }
}

async function pack(repository: Repository & { readonly head: string }): Promise<void> {
  const file = join(ownFolder(repository), 'packed');
  const last = await promises.readFile(file, 'utf8').catch(() => '');
  const since = /^[0-9a-f]{40,64}$/.test(last) ? last : undefined;
  const packed = since !== undefined && (await packReachable(repository, [`^${since}`]));
  // The commit packed last may be gone, after the branch was moved back and tidied up.
  if (!packed && !(await packReachable(repository, []))) return;
  await gitOutput(repository, ['prune-packed', '--quiet']);
  await note(file, repository.head);
}

async function note(file: string, head: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await promises.writeFile(aside, head);
    await promises.rename(aside, file);
  } catch (cause) {
    await promises.rm(aside, { force: true });
    throw new TrackerError('FILE', `${file} cannot be written`, { cause });
  }
}

/** Whether git has packed what the head reaches and the others do not, and what no pack holds yet. */
async function packReachable(
  repository: Repository & { readonly head: string },
  others: readonly string[],
): Promise<boolean> {
  const args = ['pack-objects', '--revs', '--incremental', '--quiet', '--threads=1'];
  const outcome = await runGit(
    repository,
    [...args, join(repository.gitDir, 'objects', 'pack', 'pack')],
    { input: [repository.head, ...others].map(revision => `${revision}\n`).join('') },
  );
  if (outcome.exitCode !== 0 && others.length === 0) throw gitFailed(args, outcome);
  return outcome.exitCode === 0;
}
