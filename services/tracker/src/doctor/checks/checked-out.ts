import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedOutAt } from '../../store/checked-out.ts';
import type { Check, Problem } from '../check.ts';

export const branchCheckedOut: Check = {
  name: 'branch-checked-out',
  severity: 'warning',
  concerns: 'surroundings',
  about: 'no working tree has the data branch checked out, as every write would be refused',
  remedy: 'switch that working tree to another branch: `git switch -`',
  find: async patient => {
    const repository = await patient.repository();
    const place = await checkedOutAt(repository);
    if (place === undefined) return [];
    return [{ where: join(place, 'HEAD'), message: `${repository.ref} is checked out there` }];
  },
};

export const lostWorktrees: Check = {
  name: 'lost-worktrees',
  severity: 'info',
  concerns: 'surroundings',
  about: 'no linked working tree of the data branch is noted whose folder is gone',
  remedy: '`git worktree prune` forgets those that are gone',
  find: async patient => {
    const { gitDir, ref } = await patient.repository();
    const folder = join(gitDir, 'worktrees');
    const problems: Problem[] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const where = join(folder, name);
      const head = await readFile(join(where, 'HEAD'), 'utf8').catch(() => '');
      if (head.trim() !== `ref: ${ref}`) continue;
      const tree = (await readFile(join(where, 'gitdir'), 'utf8').catch(() => '')).trim();
      const found = await stat(tree).catch(() => undefined);
      if (found === undefined) problems.push({ where, message: `its folder is gone: ${tree}` });
    }
    return problems;
  },
};
