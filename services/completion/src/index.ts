/** Scripts by which shells complete a command, made of its description. They run nothing: all that they offer is written in them. */
import type { Command } from 'commander';
import { completionForBash } from './bash.ts';
import { completionForFish } from './fish.ts';
import type { Shell } from './shells.ts';
import { type CompletionNode, completionTree } from './tree.ts';
import { completionForZsh } from './zsh.ts';

const scripts: Readonly<Record<Shell, (tree: readonly CompletionNode[]) => string>> = {
  bash: completionForBash,
  zsh: completionForZsh,
  fish: completionForFish,
};

/** The script by which the shell completes the command and all its subcommands. */
export function completionScript(shell: Shell, command: Command): string {
  return scripts[shell](completionTree(command));
}
