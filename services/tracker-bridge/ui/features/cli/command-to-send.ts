import { BridgeError } from '../../../src/errors.ts';
import { refuseReservedFlags, webReserved } from '../../../src/run/reserved-flags.ts';
import { splitArguments } from './split-arguments.ts';

/** What a line comes to: the argv that will be sent, beside what keeps it from being sent. */
export interface CommandToSend {
  readonly argv: readonly string[];
  readonly fault: string | undefined;
}

/** The server would refuse the same, in the same words. */
export function commandToSend(line: string): CommandToSend {
  const split = splitArguments(line);
  if ('fault' in split) {
    return { argv: [], fault: `${split.fault} (character ${split.at + 1})` };
  }
  const [first, ...rest] = split.arguments;
  // Lines are copied with the name of the command; none of its subcommands is called so.
  const argv = first === 'tracker' ? rest : split.arguments;
  try {
    refuseReservedFlags(argv, webReserved);
    return { argv, fault: undefined };
  } catch (error) {
    if (error instanceof BridgeError) return { argv, fault: error.message };
    throw error;
  }
}
