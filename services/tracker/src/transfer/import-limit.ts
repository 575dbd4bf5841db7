import type { TextLimit } from './read-text.ts';

/** The largest import that is taken at once. */
export const importLimit: TextLimit = {
  bytes: 64 * 1024 * 1024,
  remedy: 'split its `items` into several files, records before those that refer to them',
};
