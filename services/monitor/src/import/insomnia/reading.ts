import { at } from '../../probe/problem.ts';
import type { Fate, Finding } from '../finding.ts';
import type { Fields } from './fields.ts';
import { type Parts, plainOf } from './parts.ts';
import type { Rendering } from './render.ts';
import type { Scope } from './scope.ts';
import { Telling } from './telling.ts';

/** Reads the texts of one request with its templates filled in, and gathers what is told of them. */
export class Reading {
  readonly #rendering: Rendering;
  readonly #scope: Scope | undefined;
  readonly #findings = new Map<string, Finding>();
  readonly #used = new Set<string>();

  constructor(rendering: Rendering, scope: Scope | undefined) {
    this.#rendering = rendering;
    this.#scope = scope;
  }

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** First names of the variables that were read. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  text(fields: Fields, name: string): Parts {
    return this.render(fields.text(name), at(fields.place, name));
  }

  render(template: string, place: string): Parts {
    const telling = new Telling();
    const parts = this.#rendering.render(template, this.#scope, telling);
    for (const { fate, message } of telling.notes) this.tell(fate, place, message);
    for (const variable of telling.used) this.#used.add(variable);
    return parts;
  }

  /** A text that has to be known before a run, such as the name of a header. */
  plain(fields: Fields, name: string): string | undefined {
    const plain = plainOf(this.text(fields, name));
    if (plain === undefined) {
      this.tell(
        'incomplete',
        at(fields.place, name),
        'it holds a value that is only known in a run',
      );
    }
    return plain;
  }

  /** Tells a thing once, at its first place. */
  tell(fate: Fate, source: string, message: string): void {
    const key = `${fate} ${message}`;
    if (!this.#findings.has(key)) this.#findings.set(key, { fate, source, message });
  }
}
