import { type CompletionNode, flagsWith } from './completion-tree.ts';

/** The script that bash completes by. It runs nothing: all that it offers is written in it. Works from bash 3.2 on. */
export function completionForBash(tree: readonly CompletionNode[]): string {
  const valued = flagsWith(tree, value => value !== 'none');
  const files = flagsWith(tree, value => value === 'file');
  return `# Completion of tracker for bash: source <(tracker completion bash)
__tracker_takes_value() {
  case "$1" in
    ${patterns(valued)}) return 0 ;;
  esac
  return 1
}

__tracker_takes_file() {
  case "$1" in
    ${patterns(files)}) return 0 ;;
  esac
  return 1
}

__tracker_child() {
  case "$1" in
    ${patterns(tree.slice(1).map(({ path }) => path))}) return 0 ;;
  esac
  return 1
}

__tracker_choices() {
  case "$1" in
${choices(tree)}
  esac
}

__tracker_words() {
  case "$1" in
${tree.map(node => `    ${node.path}) echo ${quote(wordsOf(node))} ;;`).join('\n')}
  esac
}

_tracker() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="tracker" flag="" word="" front="" i=1 line=""
  COMPREPLY=()
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[i]}"
    i=$((i + 1))
    flag=""
    if __tracker_takes_value "$at $word"; then
      flag="$word"
      # Bash splits --flag=value at the sign, which stands there as a word of its own.
      if [ "\${COMP_WORDS[i]}" = "=" ] && [ "$i" -lt "$COMP_CWORD" ]; then i=$((i + 1)); fi
      if [ "$i" -lt "$COMP_CWORD" ]; then flag=""; i=$((i + 1)); fi
    elif __tracker_child "$at/$word"; then
      at="$at/$word"
    fi
  done
  if [ -n "$flag" ] && [ "$cur" = "=" ]; then cur=""; fi
  case "$cur" in
    --*=*)
      flag="\${cur%%=*}"
      front="$flag="
      cur="\${cur#*=}"
      ;;
  esac
  if [ -z "$flag" ]; then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$(__tracker_words "$at")" -- "$cur")
  elif __tracker_takes_file "$at $flag"; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$front$line"); done < <(compgen -f -- "$cur")
  else
    while IFS= read -r line; do COMPREPLY+=("$front$line"); done < <(compgen -W "$(__tracker_choices "$at $flag")" -- "$cur")
  fi
}

complete -F _tracker tracker`;
}

function patterns(words: readonly string[]): string {
  return words.map(word => `"${word}"`).join(' | \\\n    ');
}

function choices(tree: readonly CompletionNode[]): string {
  return tree
    .flatMap(({ path, flags }) =>
      flags.flatMap(({ flag, value }) =>
        typeof value === 'string'
          ? []
          : [`    "${path} ${flag}") echo ${quote(value.join(' '))} ;;`],
      ),
    )
    .join('\n');
}

function wordsOf({ children, flags }: CompletionNode): string {
  return [...children.map(({ name }) => name), ...flags.map(({ flag }) => flag)].join(' ');
}

function quote(words: string): string {
  return `'${words.replaceAll("'", '')}'`;
}
