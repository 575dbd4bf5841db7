import { type Comment, type Program, parseSync } from 'oxc-parser';
import type { Problem } from './problem.ts';

/** A module as the parser reads it; offsets count UTF-16 units of its text. */
export interface ParsedModule {
  /** Absolute. */
  readonly file: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/** Parses a module as its name's extension says; its problems are the parser's own. */
export function parseModule(
  file: string,
  source: string,
): ParsedModule | { readonly problems: readonly Problem[] } {
  const text = source.replace(/^\uFEFF/, '');
  const result = parseSync(file, text, { sourceType: 'module', astType: 'ts' });
  const errors = result.errors.filter(error => error.severity === 'Error');
  if (errors.length > 0) {
    const problems = errors.map(({ message, labels }) =>
      problemAt({ file, text }, labels[0]?.start ?? 0, 'syntax', message),
    );
    return { problems };
  }
  return { file, text, program: result.program, comments: result.comments };
}

/** An error at an offset of a file's text. */
export function problemAt(
  { file, text }: Pick<ParsedModule, 'file' | 'text'>,
  offset: number,
  code: Problem['code'],
  reason: string,
  severity: Problem['severity'] = 'error',
): Problem {
  const lines = text.slice(0, offset).split(/\r\n|[\n\r]/);
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return { code, severity, file, line: lines.length, column, reason };
}
