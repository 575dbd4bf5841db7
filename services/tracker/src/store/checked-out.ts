import { promises } from 'node:fs';
import { join } from 'node:path';
import { TrackerError } from '../errors.ts';
import type { Repository } from './repository.ts';

/**
 * Moving a branch under a working tree that has it checked out would make everything there look changed. HEAD is a
 * file in every kind of repository, so no git is needed to look.
 */
export async function refuseCheckedOut(repository: Repository): Promise<void> {
  const place = await checkedOutAt(repository);
  if (place === undefined) return;
  throw new TrackerError('BRANCH_CHECKED_OUT', `${repository.ref} is checked out (${place}/HEAD)`, {
    remedy: 'switch that working tree to another branch: `git switch -`',
  });
}

/** The Git directory whose HEAD is the data branch, if there is one. */
export async function checkedOutAt(repository: Repository): Promise<string | undefined> {
  const worktrees = join(repository.gitDir, 'worktrees');
  const names = await promises.readdir(worktrees).catch(() => []);
  for (const place of [repository.gitDir, ...names.map(name => join(worktrees, name))]) {
    const head = await promises.readFile(join(place, 'HEAD'), 'utf8').catch(() => '');
    if (head.trim() === `ref: ${repository.ref}`) return place;
  }
  return undefined;
}
