import * as Type from 'typebox';
import { Check } from 'typebox/value';

const key = 'tracker-cli-history';
const longest = 100;
/** Characters of a line that are worth keeping; a body that was pasted is not. */
const longestLine = 2_000;

const stored = Type.Array(Type.String());

/** The lines that were run, the last one last: never what they printed. */
export function readHistory(storage: Pick<Storage, 'getItem'>): readonly string[] {
  try {
    const lines: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Check(stored, lines) ? lines.slice(-longest) : [];
  } catch {
    // What something else left under the key is no history.
    return [];
  }
}

/** Each line stands there once, where it was run last. */
export function withLine(history: readonly string[], line: string): readonly string[] {
  if (line.length > longestLine) return history;
  return [...history.filter(other => other !== line), line].slice(-longest);
}

export function storeHistory(storage: Pick<Storage, 'setItem'>, history: readonly string[]): void {
  try {
    storage.setItem(key, JSON.stringify(history));
  } catch {
    // A full or forbidden storage costs the history of the next visit, and nothing else.
  }
}
