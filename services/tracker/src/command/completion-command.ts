import { Argument } from 'commander';
import { TrackerError } from '../errors.ts';
import { examples } from './examples.ts';
import { quoted } from './global-options.ts';
import { addAll } from './late-options.ts';
import type { AddCommands } from './run.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

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
        const script = await scriptFor(command.args[0] ?? '');
        const { completionTree } = await import('./completion-tree.ts');
        addAll(program);
        const text = script(completionTree(program));
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

async function scriptFor(
  given: string,
): Promise<(tree: ReturnType<typeof import('./completion-tree.ts').completionTree>) => string> {
  switch (shells.find(shell => shell === given)) {
    case 'bash':
      return (await import('./completion-bash.ts')).completionForBash;
    case 'zsh':
      return (await import('./completion-zsh.ts')).completionForZsh;
    case 'fish':
      return (await import('./completion-fish.ts')).completionForFish;
    default:
      throw new TrackerError('USAGE', `there is no completion for ${quoted(given)}`, {
        remedy: `name one of ${shells.join(', ')}`,
      });
  }
}
