import type { Problem } from '../probe/problem.ts';
import type { Placed } from './parts.ts';

/** Remembers the ids of one kind across the documents of a file. */
export interface IdRegister {
  /** The problem with the id where it was added before. */
  add(id: Placed<string>, lineOf: (path: string) => number): Problem[];
}

export function createIdRegister(): IdRegister {
  const firstLines = new Map<string, number>();
  return {
    add({ path, value }, lineOf) {
      const line = firstLines.get(value);
      if (line !== undefined) {
        return [
          { path, message: `the id "${value}" is taken by line ${line}`, hint: 'ids are unique' },
        ];
      }
      firstLines.set(value, lineOf(path));
      return [];
    },
  };
}
