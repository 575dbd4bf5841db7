import type { CompletionFlag, CompletionNode } from './tree.ts';
import { commandOf, flagsWith } from './tree.ts';

/** The script that fish completes by, with what each word means. It runs nothing: all that it offers is written in it. */
export function completionForFish(tree: readonly CompletionNode[]): string {
  const valued = flagsWith(tree, value => value !== 'none');
  const name = commandOf(tree);
  return `# Completion of ${name} for fish: ${name} completion fish > ~/.config/fish/completions/${name}.fish
function __${name}_at
    set -l at ${name}
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
        else if contains -- "$at $word" $__${name}_valued
            set skip 1
        else if contains -- "$at/$word" $__${name}_children
            set at $at/$word
        end
    end
    test "$at" = "$argv[1]"
end

set -g __${name}_valued ${valued.map(quote).join(' ')}
set -g __${name}_children ${tree
    .slice(1)
    .map(({ path }) => quote(path))
    .join(' ')}
complete -c ${name} -e
complete -c ${name} -f
${tree.flatMap(node => linesOf(node, name)).join('\n')}`;
}

function linesOf(
  { path, children, flags, takesFile }: CompletionNode,
  name: string,
): readonly string[] {
  const where = `complete -c ${name} -n ${quote(`__${name}_at ${path}`)}`;
  return [
    ...(takesFile ? [`${where} -F`] : []),
    ...children.map(({ name, about }) => `${where} -a ${name} -d ${quote(about)}`),
    ...flags.map(
      ({ flag, short, about, value }) =>
        `${where} -l ${flag.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}${valueFlags(value)} -d ${quote(about)}`,
    ),
  ];
}

function valueFlags(value: CompletionFlag['value']): string {
  switch (value) {
    case 'none':
      return '';
    case 'file':
      return ' -r -F';
    case 'text':
      return ' -x';
    default:
      return ` -x -a ${quote(value.join(' '))}`;
  }
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
