import { type Command, CommanderError, InvalidArgumentError } from 'commander';
import { PicketError } from '../errors.ts';

/** What to print, where the call asks for no run: `--help`, `--version`. */
export class Printed extends Error {}

/** Reads the arguments after the command's name. Throws `PKT_USAGE` where they are wrong, `Printed` where help was asked for. */
export function parseArguments(command: Command, argv: readonly string[]): Command {
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  try {
    for (const each of [command, ...command.commands]) {
      each.exitOverride().configureOutput({ writeOut: write, writeErr: write });
    }
    return command.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) throw new Printed(output);
    throw new PicketError('PKT_USAGE', output.trim().replace(/^error: /, ''), { cause: error });
  }
}

/** Reads an option's value as a whole number within bounds. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

/** Adds to what an option was given before. */
export function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
