import { at, type Problem } from '../../probe/problem.ts';
import { isRecord, memberOf } from '../../probe/record.ts';

/** What is wrong with a file, each place once, by its path. */
export type Problems = Map<string, Problem>;

/**
 * The fields of a mapping of the file, read by type. One of another type is a problem, told at its place; null is
 * as good as absent, and numbers and booleans are texts where a text is asked for, as YAML writes them unquoted.
 */
export class Fields {
  readonly place: string;
  readonly #record: unknown;
  readonly #problems: Problems;

  constructor(record: unknown, place: string, problems: Problems) {
    this.#record = record;
    this.place = place;
    this.#problems = problems;
  }

  text(name: string): string {
    return this.optionalText(name) ?? '';
  }

  optionalText(name: string): string | undefined {
    const value = this.#member(name);
    if (value === undefined || typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return this.#refuse(name, 'must be text');
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#member(name);
    if (value === undefined || typeof value === 'boolean') return value ?? fallback;
    return this.#refuse(name, 'must be true or false') ?? fallback;
  }

  number(name: string): number {
    const value = this.#member(name);
    if (value === undefined || typeof value === 'number') return value ?? 0;
    return this.#refuse(name, 'must be a number') ?? 0;
  }

  mapping(name: string): Fields {
    const value = this.#member(name);
    const place = at(this.place, name);
    if (value === undefined || isRecord(value)) return new Fields(value, place, this.#problems);
    return this.#refuse(name, 'must be a mapping') ?? new Fields({}, place, this.#problems);
  }

  /** The mapping itself, for what is kept in it under names of the user’s own. */
  values(name: string): Readonly<Record<string, unknown>> {
    const value = this.#member(name);
    if (isRecord(value)) return value;
    if (value !== undefined) this.#refuse(name, 'must be a mapping');
    return {};
  }

  list(name: string): readonly Fields[] {
    const value = this.#member(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) return this.#refuse(name, 'must be a list') ?? [];
    return value.flatMap((item: unknown, index) => {
      const place = at(this.place, name, index);
      if (isRecord(item)) return [new Fields(item, place, this.#problems)];
      this.#problems.set(place, { path: place, message: 'must be a mapping' });
      return [];
    });
  }

  has(name: string): boolean {
    return this.#member(name) !== undefined;
  }

  #member(name: string): unknown {
    return memberOf(this.#record, name) ?? undefined;
  }

  #refuse(name: string, message: string): undefined {
    const path = at(this.place, name);
    this.#problems.set(path, { path, message });
  }
}
