import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { Mistake } from './mistake.ts';
import type { Read } from './path.ts';
import type { Token } from './token.ts';

/** A larger pattern takes too long on a body of common size. */
const maxSize = 1000;

/** After a pattern these would make it part of a longer expression. */
const continuations: readonly string[] = [
  ...['+', '-', '*', '/', '^', 'mod'],
  ...['==', '!=', '~=', '<', '<=', '>', '>='],
];

/**
 * The pattern that stands after the `~=` at `index`, compiled for a linear-time engine: with JavaScript's own,
 * `(a+)+$` blocks the process for a minute on 29 characters.
 */
export function compilePattern(tokens: readonly Token[], index: number): Read | Mistake {
  const token = tokens[index + 1];
  const next = tokens[index + 2];
  const isAlone = next?.kind !== 'operator' || !continuations.includes(next.text);
  if (token?.kind !== 'text' || !isAlone) {
    return {
      at: (isAlone ? token : next)?.at ?? tokens[index]?.end ?? 0,
      message: 'a pattern is one text in quotes and ends the comparison',
      hint: 'write (value ~= "pattern") in parentheses, or includes, startsWith or endsWith',
    };
  }
  try {
    const pattern = RE2JS.compile(token.text);
    if (pattern.programSize() <= maxSize) return () => pattern;
    return { at: token.at, message: 'the pattern is too large', hint: 'repeat fewer times' };
  } catch (error) {
    return {
      at: token.at,
      message: `the pattern cannot be used: ${reasonIn(error)}`,
      hint: 'patterns are RE2, without look-around and back references',
    };
  }
}

function reasonIn(error: unknown): string {
  if (!(error instanceof RE2JSSyntaxException)) return String(error);
  const part = error.getPattern();
  return part === null ? error.getDescription() : `${error.getDescription()}: ${part}`;
}
