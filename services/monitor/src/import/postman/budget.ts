import { ImportError } from '../import-error.ts';

const mostCharacters = 32 * 1024 * 1024;

/** Takes what variables and auths add to the requests of a file; throws `ImportError` when it is more than any file needs. */
export type Spend = (characters: number) => void;

/** Variables that hold variables can grow a file without bound, and what folders hold is in each request of them. */
export function createBudget(): Spend {
  let left = mostCharacters;
  return characters => {
    left -= characters;
    if (left >= 0) return;
    throw new ImportError([
      {
        path: '',
        message: `its variables and auths make more than ${mostCharacters} characters of its requests`,
        hint: 'look for variables that hold other variables many times over, or import a part of the collection',
      },
    ]);
  };
}
