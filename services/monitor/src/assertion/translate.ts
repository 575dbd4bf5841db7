import { functions, hasHeader } from './functions.ts';
import type { Mistake } from './mistake.ts';
import { compileConstant, mistakesInCall } from './names.ts';
import { compileRead, leadsToHeaders, type Read, required } from './path.ts';
import { compilePattern } from './pattern.ts';
import { isOperator, type NameToken, type PathToken, type TextToken, type Token } from './token.ts';

/** An expression filtrex reads, without any text of its author's in it but numbers. */
export interface Expression {
  /** An operand stands in it as a quoted symbol: `'0'` is the first of `operands`. */
  readonly source: string;
  readonly operands: readonly Read[];
}

/** Translates the tokens, checking every name, call and pattern. */
export function translate(tokens: readonly Token[]): {
  expression: Expression;
  mistakes: Mistake[];
} {
  const operands: Read[] = [];
  const mistakes: Mistake[] = [];
  const operand = (read: Read | Mistake): string => {
    if (typeof read === 'function') operands.push(read);
    else mistakes.push(read);
    return `'${operands.length - 1}'`;
  };
  const words = tokens.map((token, index) => {
    if (isOperator(token, '~=')) return `~= ${operand(compilePattern(tokens, index))}`;
    if (token.kind === 'text' && isOperator(tokens[index - 1], '~=')) return '';
    if (token.kind === 'operator' || token.kind === 'number') return token.text;
    const [before, after] = [tokens.slice(0, index), tokens.slice(index + 1)];
    if (token.kind !== 'name' || !isOperator(after[0], '(')) {
      return operand(compileOperand(token, before, after));
    }
    mistakes.push(...mistakesInCall(token, after));
    return callee(token, after);
  });
  return { expression: { source: words.join(' '), operands }, mistakes };
}

function compileOperand(
  token: NameToken | TextToken | PathToken,
  before: readonly Token[],
  after: readonly Token[],
): Read | Mistake {
  if (token.kind === 'text') return () => token.text;
  if (token.kind === 'name') return compileConstant(token, before);
  const read = compileRead(token);
  return typeof read !== 'function' || mayBeMissing(before, after) ? read : required(read);
}

/** Whether a path is by itself the first argument of a function that accepts a missing one. */
function mayBeMissing(before: readonly Token[], [next]: readonly Token[]): boolean {
  const [called, opening] = before.slice(-2);
  if (called?.kind !== 'name' || !isOperator(opening, '(')) return false;
  const isWhole = isOperator(next, ')') || isOperator(next, ',');
  return isWhole && functions.get(called.text)?.acceptsMissing === true;
}

/** The function's name, for headers the one that ignores their case. */
function callee({ text }: NameToken, [, path, next]: readonly Token[]): string {
  const isOfHeaders = path?.kind === 'path' && leadsToHeaders(path.steps) && isOperator(next, ',');
  return text === 'has' && isOfHeaders ? hasHeader : text;
}
