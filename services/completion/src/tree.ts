import type { Command } from 'commander';

/** What can follow a command on the command line. */
export interface CompletionNode {
  /** As it is typed, with slashes: `tracker/ticket/create`. The first node's is the command's name. */
  readonly path: string;
  /** Subcommands, or what an argument may be. */
  readonly children: readonly { readonly name: string; readonly about: string }[];
  readonly flags: readonly CompletionFlag[];
  /** Whether an argument of it is a file. */
  readonly takesFile: boolean;
}

export interface CompletionFlag {
  /** With its dashes. */
  readonly flag: string;
  /** Its short form, with its dash. */
  readonly short?: string;
  readonly about: string;
  readonly value: 'none' | 'file' | 'text' | readonly string[];
}

/** The command and all its subcommands, each before those within it. */
export function completionTree(command: Command, above = ''): readonly CompletionNode[] {
  const path = above + command.name();
  const node: CompletionNode = {
    path,
    children: [
      ...command.commands.map(child => ({
        name: child.name(),
        about: child.summary() || child.description(),
      })),
      ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
        argChoices.map(name => ({ name, about: description })),
      ),
    ],
    flags: [
      ...command.options.map(option => ({
        flag: option.long ?? '',
        ...(option.short !== undefined && { short: option.short }),
        about: option.description,
        value: kindOfValue(option),
      })),
      { flag: '--help', about: 'tell how it is used', value: 'none' },
    ],
    takesFile: command.registeredArguments.some(argument => argument.name() === 'file'),
  };
  return [node, ...command.commands.flatMap(child => completionTree(child, `${path}/`))];
}

type Option = Command['options'][number];

function kindOfValue({ required, optional, argChoices, flags }: Option): CompletionFlag['value'] {
  if (!required && !optional) return 'none';
  if (argChoices !== undefined) return argChoices;
  return /<(file|path)>$/.test(flags) ? 'file' : 'text';
}

/** `path flag` of every flag of the tree that takes a value of a kind, short forms too. */
export function flagsWith(
  tree: readonly CompletionNode[],
  wanted: (value: CompletionFlag['value']) => boolean,
): readonly string[] {
  return tree.flatMap(({ path, flags }) =>
    flags.filter(({ value }) => wanted(value)).flatMap(flag => spellingsOf(path, flag)),
  );
}

/** `path flag`, and the same with its short form. */
export function spellingsOf(path: string, { flag, short }: CompletionFlag): readonly string[] {
  return [`${path} ${flag}`, ...(short === undefined ? [] : [`${path} ${short}`])];
}

/** The command that the tree is of. */
export function commandOf([root]: readonly CompletionNode[]): string {
  return root?.path ?? '';
}
