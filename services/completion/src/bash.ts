import { type CompletionNode, commandOf, flagsWith, spellingsOf } from './tree.ts';

/** The script that bash completes by. It runs nothing: all that it offers is written in it. Works from bash 3.2 on. */
export function completionForBash(tree: readonly CompletionNode[]): string {
  const valued = flagsWith(tree, value => value !== 'none');
  const files = flagsWith(tree, value => value === 'file');
  const takers = tree.filter(({ takesFile }) => takesFile).map(({ path }) => path);
  const name = commandOf(tree);
  return `# Completion of ${name} for bash: source <(${name} completion bash)
__${name}_takes_value() {
  case "$1" in
    ${patterns(valued)}) return 0 ;;
  esac
  return 1
}

__${name}_takes_file() {
  case "$1" in
    ${patterns([...files, ...takers])}) return 0 ;;
  esac
  return 1
}

__${name}_child() {
  case "$1" in
    ${patterns(tree.slice(1).map(({ path }) => path))}) return 0 ;;
  esac
  return 1
}

__${name}_choices() {
  case "$1" in
${choices(tree)}
  esac
}

__${name}_words() {
  case "$1" in
${tree.map(node => `    ${node.path}) echo ${quote(wordsOf(node))} ;;`).join('\n')}
  esac
}

_${name}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="${name}" flag="" word="" front="" i=1 line=""
  COMPREPLY=()
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[i]}"
    i=$((i + 1))
    flag=""
    if __${name}_takes_value "$at $word"; then
      flag="$word"
      # Bash splits --flag=value at the sign, which stands there as a word of its own.
      if [ "\${COMP_WORDS[i]}" = "=" ] && [ "$i" -lt "$COMP_CWORD" ]; then i=$((i + 1)); fi
      if [ "$i" -lt "$COMP_CWORD" ]; then flag=""; i=$((i + 1)); fi
    elif __${name}_child "$at/$word"; then
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
    if __${name}_takes_file "$at"; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
    fi
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$(__${name}_words "$at")" -- "$cur")
  elif __${name}_takes_file "$at $flag"; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$front$line"); done < <(compgen -f -- "$cur")
  else
    while IFS= read -r line; do COMPREPLY+=("$front$line"); done < <(compgen -W "$(__${name}_choices "$at $flag")" -- "$cur")
  fi
}

complete -F _${name} ${name}`;
}

/** Of no words there is a pattern still, which nothing matches. */
function patterns(words: readonly string[]): string {
  return (words.length > 0 ? words : ['']).map(word => `"${word}"`).join(' | \\\n    ');
}

function choices(tree: readonly CompletionNode[]): string {
  return tree
    .flatMap(({ path, flags }) =>
      flags.flatMap(flag => {
        const { value } = flag;
        if (typeof value === 'string') return [];
        const spellings = spellingsOf(path, flag).map(spelling => `"${spelling}"`);
        return [`    ${spellings.join(' | ')}) echo ${quote(value.join(' '))} ;;`];
      }),
    )
    .join('\n');
}

function wordsOf({ children, flags }: CompletionNode): string {
  return [...children.map(({ name }) => name), ...flags.map(({ flag }) => flag)].join(' ');
}

function quote(words: string): string {
  return `'${words.replaceAll("'", '')}'`;
}
