import { type CompletionNode, commandOf, flagsWith, spellingsOf } from './tree.ts';

/** The script that zsh completes by, with what each word means. It runs nothing: all that it offers is written in it. */
export function completionForZsh(tree: readonly CompletionNode[]): string {
  const valued = flagsWith(tree, value => value !== 'none');
  const name = commandOf(tree);
  return `#compdef ${name}
# Completion of ${name} for zsh: ${name} completion zsh > ~/.zfunc/_${name}, that folder being in fpath
_${name}() {
  local -a valued children commands flags
  local takes_file=0 at=${name} flag='' word i=2
  valued=(
${lines(valued)}
  )
  children=(
${lines(tree.slice(1).map(({ path }) => path))}
  )
  while (( i < CURRENT )); do
    word=$words[i]
    (( i += 1 ))
    flag=''
    if (( $valued[(Ie)$at $word] )); then
      if (( i < CURRENT )); then (( i += 1 )); else flag=$word; fi
    elif (( $children[(Ie)$at/$word] )); then
      at=$at/$word
    fi
  done
  if [[ -z $flag && $words[CURRENT] == --*=* ]]; then
    flag=\${words[CURRENT]%%=*}
    compset -P '*='
  fi
  if [[ -n $flag ]]; then
    case "$at $flag" in
${values(tree)}
    esac
    return
  fi
  case $at in
${tree.map(entriesOf).join('\n')}
  esac
  (( $#commands )) && _describe -t commands command commands
  (( takes_file )) && _files
  _describe -o -t options option flags
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _${name} "$@"; else compdef _${name} ${name}; fi`;
}

function lines(words: readonly string[]): string {
  return words.map(word => `    ${quote(word)}`).join('\n');
}

function values(tree: readonly CompletionNode[]): string {
  return tree
    .flatMap(({ path, flags }) =>
      flags.flatMap(flag => {
        const { value } = flag;
        if (value === 'none' || value === 'text') return [];
        const offer = value === 'file' ? '_files' : `compadd -- ${value.join(' ')}`;
        return [`      ${spellingsOf(path, flag).map(quote).join(' | ')}) ${offer} ;;`];
      }),
    )
    .join('\n');
}

function entriesOf({ path, children, flags, takesFile }: CompletionNode): string {
  const commands = children.map(({ name, about }) => entry(name, about));
  const options = flags.map(({ flag, about }) => entry(flag, about));
  return `    ${path})
      commands=(
${commands.join('\n')}
      )
      flags=(
${options.join('\n')}
      )
      takes_file=${takesFile ? 1 : 0} ;;`;
}

function entry(word: string, about: string): string {
  return `        ${quote(`${word}:${about.replaceAll(':', '\\:')}`)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
