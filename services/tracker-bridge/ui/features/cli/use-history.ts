import { useState } from 'react';
import { readHistory, storeHistory, withLine } from './history.ts';

export interface History {
  /** The last one last. */
  readonly lines: readonly string[];
  readonly add: (line: string) => void;
  readonly clear: () => void;
}

/** The lines that were run in this browser. */
export function useHistory(): History {
  const [lines, setLines] = useState(() => readHistory(localStorage));
  const store = (next: readonly string[]) => {
    storeHistory(localStorage, next);
    setLines(next);
  };
  // What another tab has run meanwhile stays.
  return {
    lines,
    add: line => store(withLine(readHistory(localStorage), line)),
    clear: () => store([]),
  };
}
