import { Command } from 'commander';
import { PicketError } from '../errors.ts';
import { nearest } from '../probe/nearest.ts';
import { parseArguments } from './arguments.ts';
import type { Subcommand } from './subcommand.ts';
import { defaultSubcommand, subcommands } from './subcommands.ts';

/** What a call asks for. */
export interface Call {
  readonly subcommand: Subcommand;
  /** Its arguments and options. */
  readonly given: Command;
}

/** Reads the arguments after `picket`. Throws `PKT_USAGE` where they are wrong, `Printed` where help was asked for. */
export function readCall(argv: readonly string[], version: string): Call {
  const [first = ''] = argv;
  if (/^[^-]/.test(first) && !names.includes(first)) throw unknown(first);
  let call: Call | undefined;
  const program = describeProgram(version, chosen => {
    call = chosen;
  });
  parseArguments(program, argv);
  return call ?? { subcommand: defaultSubcommand, given: program };
}

const names = subcommands.map(({ name }) => name);

function unknown(name: string): PicketError {
  const near = nearest(name, names);
  const hint = near === undefined ? 'a config file is named with -c' : `did you mean ${near}?`;
  return new PicketError('PKT_USAGE', `there is no command '${name}' (${hint})`);
}

/** The command with everything it takes. */
function describeProgram(version: string, onCall: (call: Call) => void): Command {
  // What follows a subcommand's name is its own, also where the default has an option of that name.
  const program = new Command('picket').version(version).enablePositionalOptions();
  defaultSubcommand.describe(program);
  const put = (subcommand: Subcommand, given: Command) =>
    given.action(() => onCall({ subcommand, given }));
  put(defaultSubcommand, program);
  for (const subcommand of subcommands) {
    put(subcommand, subcommand.describe(program.command(subcommand.name)));
  }
  return program;
}
