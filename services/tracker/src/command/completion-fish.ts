import type { CompletionFlag, CompletionNode } from './completion-tree.ts';
import { flagsWith } from './completion-tree.ts';

/** The script that fish completes by, with what each word means. It runs nothing: all that it offers is written in it. */
export function completionForFish(tree: readonly CompletionNode[]): string {
  const valued = flagsWith(tree, value => value !== 'none');
  return `# Completion of tracker for fish: tracker completion fish > ~/.config/fish/completions/tracker.fish
function __tracker_at
    set -l at tracker
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
        else if contains -- "$at $word" $__tracker_valued
            set skip 1
        else if contains -- "$at/$word" $__tracker_children
            set at $at/$word
        end
    end
    test "$at" = "$argv[1]"
end

set -g __tracker_valued ${valued.map(quote).join(' ')}
set -g __tracker_children ${tree
    .slice(1)
    .map(({ path }) => quote(path))
    .join(' ')}
complete -c tracker -e
complete -c tracker -f
${tree.flatMap(linesOf).join('\n')}`;
}

function linesOf({ path, children, flags }: CompletionNode): readonly string[] {
  const where = `complete -c tracker -n ${quote(`__tracker_at ${path}`)}`;
  return [
    ...children.map(({ name, about }) => `${where} -a ${name} -d ${quote(about)}`),
    ...flags.map(
      ({ flag, about, value }) =>
        `${where} -l ${flag.slice(2)}${valueFlags(value)} -d ${quote(about)}`,
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
