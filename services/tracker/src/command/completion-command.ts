import { shellNamed, shells } from '@picket/completion/shells';
import { Argument } from 'commander';
import { TrackerError } from '../errors.ts';
import { examples } from './examples.ts';
import { quoted } from './global-options.ts';
import { addAll } from './late-options.ts';
import type { AddCommands } from './run.ts';

export const addCompletionCommand: AddCommands = (program, run) => {
  program
    .command('completion')
    .summary('print the script by which a shell completes this command')
    .description(
      'Prints the script by which bash, zsh or fish completes this command, in either format.',
    )
    .addArgument(shellArgument())
    .addHelpText(
      'after',
      examples([
        'source <(tracker completion bash)',
        'tracker completion zsh > ~/.zfunc/_tracker',
        'tracker completion fish > ~/.config/fish/completions/tracker.fish',
      ]),
    )
    .action(
      run(async (_context, command) => {
        const { completionScript } = await import('@picket/completion');
        const given = command.args[0] ?? '';
        const shell = shellNamed(given);
        if (shell === undefined) throw unknownShell(given);
        addAll(program);
        const text = completionScript(shell, program);
        return { document: { ok: true, script: text }, serialised: text, text: () => text };
      }),
    );
};

/** Its choices are for completion; what it may be is checked below. */
function shellArgument(): Argument {
  const argument = new Argument('<shell>', shells.join(', '));
  argument.argChoices = [...shells];
  return argument;
}

function unknownShell(given: string): TrackerError {
  return new TrackerError('USAGE', `there is no completion for ${quoted(given)}`, {
    remedy: `name one of ${shells.join(', ')}`,
  });
}
