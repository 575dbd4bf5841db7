import { validateBranchName } from '../../store/branch-name.ts';
import { locateRepository } from '../../store/repository.ts';
import type { Check } from '../check.ts';
import { messageOf } from '../patient.ts';

export const repositoryReadable: Check = {
  name: 'repository-readable',
  severity: 'error',
  concerns: 'surroundings',
  about:
    'the path is a Git repository that git can read, and the data branch has a name that Git allows',
  remedy:
    'give the path of a repository with --repo=PATH; `git -C PATH status` says what git minds',
  find: async ({ options: { repo, branch } }) => {
    try {
      await locateRepository(repo, validateBranchName(branch));
      return [];
    } catch (error) {
      return [{ where: repo, message: messageOf(error) }];
    }
  },
};
