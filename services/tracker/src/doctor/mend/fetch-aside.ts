import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gitOutput } from '../../store/git.ts';
import type { Remote } from '../../store/remote-name.ts';
import type { Repository } from '../../store/repository.ts';
import { ownFolder } from '../../store/writer.ts';
import { fetchInto } from '../../sync/remote-branch.ts';
import { remoteError } from '../../sync/remote-error.ts';

/**
 * Fetches the remote's branch into a repository of its own, with the settings of ours: git refuses to fetch objects
 * that it has in a damaged form. To be removed by the caller.
 */
export async function fetchAside(
  repository: Repository,
  remote: Remote,
  signal: AbortSignal,
): Promise<Repository> {
  const gitDir = await mkdtemp(join(ownFolder(repository), 'refetch-'));
  try {
    await begin(repository, gitDir);
    const aside = { gitDir, ref: repository.ref, head: undefined };
    const outcome = await fetchInto({ repository: aside, remote, signal }, aside.ref);
    if (outcome.exitCode === 0) return aside;
    throw remoteError(remote.name, 'fetching its objects again', outcome);
  } catch (error) {
    await rm(gitDir, { recursive: true, force: true });
    throw error;
  }
}

async function begin(repository: Repository, gitDir: string): Promise<void> {
  const format = await gitOutput(repository, ['rev-parse', '--show-object-format']);
  const init = [
    'init',
    '--quiet',
    '--bare',
    '--template=',
    `--object-format=${format.toString().trim()}`,
  ];
  await gitOutput({ path: gitDir }, [...init, gitDir]);
  const set = (name: string, value: string): Promise<Buffer> =>
    gitOutput({ gitDir }, ['config', '--add', name, value]);
  await set('include.path', join(repository.gitDir, 'config'));
  // What of ours would turn it back into ours.
  await set('core.bare', 'true');
}
