import { linesInStrings } from './lines-in-strings.ts';

/** Columns that a line of generated code may have. */
const lineWidth = 100;

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

/** Statements set in by so many spaces, but for what is inside strings that go over several lines. */
export function indentCode(code: string, spaces: number): string {
  const indent = ' '.repeat(spaces);
  return mapLines(code, line => (line === '' ? line : `${indent}${line}`));
}

/** Takes back what `indentCode` did. */
export function outdentCode(code: string, spaces: number): string {
  const indent = ' '.repeat(spaces);
  return mapLines(code, line => (line.startsWith(indent) ? line.slice(spaces) : line));
}

function mapLines(code: string, change: (line: string) => string): string {
  const fixed = /`|\\\r?\n/.test(code) ? linesInStrings(code) : new Set();
  return code
    .split('\n')
    .map((line, n) => (fixed.has(n) ? line : change(line)))
    .join('\n');
}
