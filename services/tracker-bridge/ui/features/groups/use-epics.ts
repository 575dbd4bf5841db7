import { toEpics } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';

const argv = ['epic', 'read', '--limit=500', '--sort=title'];

/** Epics by title, to choose from and to name those of stories. */
export function useEpics() {
  return useRead(argv, toEpics);
}
