/** Examples at the end of a help text. */
export function examples(lines: readonly string[]): string {
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map(line => `  ${line}`).join('\n')}`;
}
