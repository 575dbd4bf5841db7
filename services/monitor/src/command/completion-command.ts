import { completionScript } from '@picket/completion';
import { shellNamed, shells } from '@picket/completion/shells';
import { Argument } from 'commander';
import { PicketError } from '../errors.ts';
import { exitCode } from './exit.ts';
import type { Subcommand } from './subcommand.ts';

const names = shells.join(', ');

/** `picket completion`: prints the script by which a shell completes the command. */
export const completionCommand: Subcommand = {
  name: 'completion',
  describe: command =>
    command
      .description('Print the script by which bash, zsh or fish completes this command.')
      .addArgument(new Argument('<shell>', names).choices([...shells]))
      .allowExcessArguments(false)
      .addHelpText('after', '\nFor example: source <(picket completion bash)'),
  async run(given, process) {
    const [name = ''] = given.args;
    const shell = shellNamed(name);
    if (shell === undefined) throw new PicketError('PKT_USAGE', `name a shell: ${names}`);
    process.stdout.write(`${completionScript(shell, given.parent ?? given)}\n`);
    return exitCode.well;
  },
};
