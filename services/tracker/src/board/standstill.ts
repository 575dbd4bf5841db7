import { promises } from 'node:fs';
import { join } from 'node:path';
import { TrackerError } from '../errors.ts';
import type { Repository } from '../store/repository.ts';

/** A branch that was not where it was wanted or could not be locked, and since when, on the clock of the process. */
export interface Standstill {
  readonly head: string;
  readonly since: number;
}

/** How long, in milliseconds, writes may be refused without the branch moving: git holds its lock for milliseconds. */
const patience = 5_000;

/**
 * What is remembered of a refused write until the next one: as long as others move the branch, it is their turn. Throws
 * LOCKED once nobody has moved it for five seconds. `said` is why git refused.
 */
export async function bearRefusal(
  repository: Repository & { readonly head: string },
  said: string,
  before: Standstill | undefined,
): Promise<Standstill> {
  const { head } = repository;
  const now = performance.now();
  if (before?.head !== head) return { head, since: now };
  if (now - before.since < patience) return before;
  throw new TrackerError(
    'LOCKED',
    `the data branch did not move for ${patience / 1000} s, and git refuses to move it: ${said}`,
    { remedy: await remedyFor(repository) },
  );
}

async function remedyFor({ gitDir, ref }: Repository): Promise<string> {
  const lock = join(gitDir, `${ref}.lock`);
  const found = await promises.stat(lock).catch(() => undefined);
  if (found === undefined) return 'mend what git says, and try again';
  return `once no git is running in the repository, remove ${lock}, which a git that was killed has left; \`tracker doctor --fix\` does it when it is an hour old`;
}
