import { type Command, Option } from 'commander';
import { TrackerError } from '../errors.ts';

/** An option with a value. However often it stands there, all that was given is kept, for `Given` to judge. */
export function valueOption(
  flag: string,
  placeholder: string,
  about: string,
  choices?: readonly string[],
): Option {
  const option = new Option(`--${flag} <${placeholder}>`, about).argParser(collected);
  // For the help and for completion; the values are checked with all others, so that every fault is told at once.
  if (choices !== undefined) option.argChoices = [...choices];
  return option;
}

function collected(value: string, before: unknown): readonly unknown[] {
  return Array.isArray(before) ? [...before, value] : [value];
}

/** What the command line gave to a subcommand, and the faults found in it so far. */
export class Given {
  readonly #command: Command;
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #problems: string[] = [];
  #misused = false;

  constructor(command: Command) {
    this.#command = command;
    const values = command.opts<Record<string, unknown>>();
    this.#values = new Map(
      command.options.map(option => [option.long ?? '', values[option.attributeName()]]),
    );
  }

  has(flag: string): boolean {
    return this.#values.get(`--${flag}`) !== undefined;
  }

  /** Whether a flag without a value stands there. */
  is(flag: string): boolean {
    return this.#values.get(`--${flag}`) === true;
  }

  all(flag: string): readonly string[] {
    const given = this.#values.get(`--${flag}`);
    return Array.isArray(given) ? given.map(String) : [];
  }

  /** What was given once; a second time is a fault. */
  one(flag: string): string | undefined {
    const [first, ...more] = this.all(flag);
    if (more.length > 0)
      this.misuse(`--${flag} is given ${more.length + 1} times, and takes one value`);
    return first;
  }

  /** The same where it must be there. */
  needed(flag: string, what: string): string {
    const given = this.one(flag);
    if (given === undefined) this.misuse(`--${flag} must be given: ${what}`);
    else if (given === '') this.fault(`--${flag} must not be empty: ${what}`);
    return given ?? '';
  }

  /** Notes every flag that was given beside those that belong together. */
  refuseOthers(allowed: readonly string[], why: string): void {
    for (const [flag, value] of this.#values) {
      if (value === undefined || value === false || allowed.includes(flag.slice(2))) continue;
      this.misuse(`${flag} cannot stand here: ${why}`);
    }
  }

  /** Notes what is wrong with a value. */
  fault(problem: string): void {
    this.#problems.push(problem);
  }

  /** Notes flags that are wrong together, or missing. */
  misuse(problem: string): void {
    this.#misused = true;
    this.#problems.push(problem);
  }

  /** Throws with everything that was noted, USAGE if the command was called wrongly, INVALID for values alone. */
  refuse(): void {
    const problems = [...new Set(this.#problems)];
    const [only] = problems;
    if (only === undefined) return;
    const message =
      problems.length === 1 ? only : `${problems.length} things are wrong with the call`;
    throw new TrackerError(this.#misused ? 'USAGE' : 'INVALID', message, {
      remedy: `see \`${pathOf(this.#command)} --help\``,
      problems: problems.length === 1 ? [] : problems,
    });
  }
}

/** As it is typed: `tracker ticket create`. */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
