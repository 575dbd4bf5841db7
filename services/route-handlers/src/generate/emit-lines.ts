/** Columns that a line of generated code may have. */
export const lineWidth = 100;

/**
 * A list in brackets after `head` and before `tail`: on one line where it fits, else one item a line.
 * `space` stands inside the brackets of the short form.
 */
export function emitList(
  head: string,
  [open, close]: readonly [string, string],
  items: readonly string[],
  tail: string,
  space = '',
): string {
  const oneLine = `${head}${open}${space}${items.join(', ')}${space}${close}${tail}`;
  if (oneLine.length <= lineWidth) return oneLine;
  return [`${head}${open}`, ...items.map(item => `  ${item},`), `${close}${tail}`].join('\n');
}

/** Code set in by so many spaces; left as it is where that could change a string that goes over several lines. */
export function indentCode(code: string, spaces: number): string {
  const indent = ' '.repeat(spaces);
  if (/`|\\\r?\n/.test(code)) return `${indent}${code}`;
  return code.replace(/^(?=[^\r\n])/gm, indent);
}
