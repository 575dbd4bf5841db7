import { ImportError } from '../import-error.ts';

/** Characters and steps beside those of the file itself. */
const most = 16 * 1024 * 1024;
/** How often each character of the file may be looked at. */
const times = 4;

/** What all templates of a file may take together: a few variables in each other can stand for any length. */
export interface Budget {
  /** Throws `ImportError` where nothing is left. */
  spend(amount: number): void;
}

/** A budget for a file of that many characters. */
export function createBudget(length: number): Budget {
  let left = most + times * length;
  return {
    spend(amount) {
      left -= amount;
      if (left >= 0) return;
      throw new ImportError([
        {
          path: '',
          message: 'its templates stand for too much text',
          hint: 'variables that hold each other many times over grow without end',
        },
      ]);
    },
  };
}
