import type { Fate } from '../finding.ts';

export interface Note {
  readonly fate: Fate;
  /** As in `Finding`. */
  readonly message: string;
}

/** What is told of one text or request, each thing once, and the variables it used. */
export class Telling {
  readonly #notes = new Map<string, Note>();
  readonly #used = new Set<string>();

  get notes(): readonly Note[] {
    return [...this.#notes.values()];
  }

  /** First names of the variables that were read. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  get size(): number {
    return this.#notes.size + this.#used.size;
  }

  tell(fate: Fate, message: string): void {
    this.#notes.set(`${fate} ${message}`, { fate, message });
  }

  use(variable: string): void {
    this.#used.add(variable);
  }

  takeOver(other: Telling): void {
    for (const [key, note] of other.#notes) this.#notes.set(key, note);
    for (const variable of other.#used) this.#used.add(variable);
  }
}

/** A name of the file as findings quote it: short, on one line. */
export function quoted(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return `"${line.length > 80 ? `${line.slice(0, 79)}…` : line}"`;
}
