import type { Problem } from '../probe/problem.ts';

/** What is wrong with an assertion, and where in its text. */
export interface Mistake {
  /** Index into the text; undefined where the assertion as a whole is meant. */
  readonly at?: number;
  readonly message: string;
  readonly hint?: string;
}

/** The mistake as a problem of the probe: people count columns, and lines where there are several, from 1. */
export function describeMistake(
  { at, message, hint }: Mistake,
  text: string,
  path: string,
): Problem {
  return {
    path,
    message: at === undefined ? message : `${message} (${place(text, at)})`,
    ...(hint === undefined ? {} : { hint }),
  };
}

function place(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n');
  const column = `column ${(lines.at(-1) ?? '').length + 1}`;
  return text.trimEnd().includes('\n') ? `line ${lines.length}, ${column}` : column;
}
