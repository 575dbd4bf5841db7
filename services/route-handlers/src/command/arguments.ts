import { Command, CommanderError } from 'commander';
import { RouteHandlerError } from '../errors.ts';

/** What to print, where the call asks for no run: `--help`, `--version`. */
export class Printed extends Error {}

/** How `route-handlers generate` was called. */
export interface Arguments {
  readonly dir: string;
  readonly mode: 'once' | 'watch' | 'check';
  readonly root?: string;
}

interface RawOptions {
  watch?: boolean;
  check?: boolean;
  root?: string;
}

/** Reads the arguments after `route-handlers`. Throws `RH_USAGE` where they are wrong, `Printed` where help was asked for. */
export function parseArguments(argv: readonly string[], version: string): Arguments {
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  let parsed: Arguments | undefined;
  const command = describe(version, (dir, { watch, check, root }) => {
    if (watch && check) {
      throw new RouteHandlerError('RH_USAGE', '--check looks once: leave out --watch or --check');
    }
    const mode = watch ? 'watch' : check ? 'check' : 'once';
    parsed = { dir, mode, ...(root !== undefined && { root }) };
  });
  const all = [command, ...command.commands];
  for (const each of all) each.exitOverride().configureOutput({ writeOut: write, writeErr: write });
  try {
    command.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) throw new Printed(output);
    throw new RouteHandlerError('RH_USAGE', usageOf(argv, output), { cause: error });
  }
  if (parsed) return parsed;
  throw new RouteHandlerError('RH_USAGE', 'say what to do: route-handlers generate');
}

function usageOf(argv: readonly string[], output: string): string {
  if (argv.length === 0) return 'say what to do: route-handlers generate';
  return output.trim().replace(/^error: /, '');
}

function describe(version: string, run: (dir: string, options: RawOptions) => void): Command {
  const command = new Command('route-handlers')
    .description('Generates route handlers, React hooks and clients from route.<method>.config.ts.')
    .version(version);
  command
    .command('generate')
    .description('write route.ts, use-route-<method>.ts and client.ts beside each config')
    .argument('[dir]', 'folder to look for configs in, and below it', '.')
    .option('--watch', 'go on, and generate again whenever something changes')
    .option('--check', 'write nothing; list what is out of date and exit 1 if there is any')
    .option('--root <dir>', 'folder whose URL is /, for configs outside app and src/app')
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      '\nExit codes: 0 well, 1 a config has errors or --check found a file out of date, 2 wrong usage.',
    )
    .action(run);
  return command;
}
