import { generatedNames } from './generated-names.ts';

/** The line of a .gitignore that ignores this file and no other; `path` is relative to it, with `/`. */
export function ignoreLine(path: string): string {
  // A line break can't be written; `?` is any one character.
  return `/${path.replace(/[\\*?[\]]/g, '\\$&').replace(/[\r\n]/g, '?')}`;
}

/** The path of a line as `ignoreLine` makes it for a generated file; undefined for any other line. */
export function generatedPath(line: string): string | undefined {
  if (!line.startsWith('/') || !generatedNames.has(line.slice(line.lastIndexOf('/') + 1))) {
    return undefined;
  }
  const path = line.slice(1).replace(/\\([\\*?[\]])/g, '$1');
  return ignoreLine(path) === line ? path : undefined;
}
