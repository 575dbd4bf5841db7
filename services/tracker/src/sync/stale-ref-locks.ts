import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Remote } from '../store/remote-name.ts';
import type { Repository } from '../store/repository.ts';
import { incomingRef, trackingRef } from './remote-branch.ts';

/** Git holds such a lock for milliseconds. */
const oldAge = 600_000;

/**
 * Removes the locks of the tracker's own refs that a killed git left behind. To be called under the sync lock: nobody
 * else moves these refs, and a git that outlived its tracker has long ended. `now` in milliseconds since 1970.
 */
export async function removeStaleLocks(
  repository: Repository,
  remote: Remote,
  now: number,
): Promise<void> {
  for (const refOf of [incomingRef, trackingRef]) {
    const file = join(repository.gitDir, `${refOf(repository, remote.name)}.lock`);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && now - found.mtimeMs > oldAge) await rm(file, { force: true });
  }
}
