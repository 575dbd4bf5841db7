import type { Fault } from './fault.ts';
import { functions, hasHeader } from './functions.ts';
import { compileConstant, faultsInCall } from './names.ts';
import { compileRead, leadsToHeaders, type Read, required } from './path.ts';
import { compilePattern } from './pattern.ts';
import { isOperator, type Token } from './token.ts';

/** An expression filtrex reads, without any text of its author's in it but numbers. */
export interface Expression {
  /** An operand stands in it as a quoted symbol: `'0'` is the first of `operands`. */
  readonly source: string;
  readonly operands: readonly Read[];
}

/** Translates the tokens, checking every name, call and pattern. */
export function translate(tokens: readonly Token[]): { expression: Expression; faults: Fault[] } {
  const operands: Read[] = [];
  const faults: Fault[] = [];
  const operand = (read: Read | Fault): string => {
    if (typeof read === 'function') operands.push(read);
    else faults.push(read);
    return `'${operands.length - 1}'`;
  };
  const words = tokens.map((token, index) => {
    if (isOperator(token, '~=')) return `~= ${operand(compilePattern(tokens, index))}`;
    if (token.kind === 'text' && isOperator(tokens[index - 1], '~=')) return '';
    if (isCalled(tokens, index)) {
      faults.push(...faultsInCall(tokens, index));
      return calleeAt(tokens, index);
    }
    if (token.kind === 'operator' || token.kind === 'number') return token.text;
    return operand(compileOperand(tokens, index));
  });
  return { expression: { source: words.join(' '), operands }, faults };
}

function compileOperand(tokens: readonly Token[], index: number): Read | Fault {
  const token = tokens[index];
  if (token?.kind === 'text') return () => token.text;
  if (token?.kind !== 'path') return compileConstant(tokens, index);
  const read = compileRead(token);
  return typeof read !== 'function' || mayBeMissing(tokens, index) ? read : required(read);
}

function isCalled(tokens: readonly Token[], index: number): boolean {
  return tokens[index]?.kind === 'name' && isOperator(tokens[index + 1], '(');
}

/** Whether the path at `index` is by itself the first argument of a function that accepts a missing one. */
function mayBeMissing(tokens: readonly Token[], index: number): boolean {
  const [called, opening, next] = [tokens[index - 2], tokens[index - 1], tokens[index + 1]];
  if (called?.kind !== 'name' || !isOperator(opening, '(')) return false;
  const isWhole = isOperator(next, ')') || isOperator(next, ',');
  return isWhole && functions.get(called.text)?.acceptsMissing === true;
}

/** The function's name, for headers the one that ignores their case. */
function calleeAt(tokens: readonly Token[], index: number): string {
  const [called, path, next] = [tokens[index], tokens[index + 2], tokens[index + 3]];
  if (called?.kind !== 'name') return '';
  const isOfHeaders = path?.kind === 'path' && leadsToHeaders(path.steps) && isOperator(next, ',');
  return called.text === 'has' && isOfHeaders ? hasHeader : called.text;
}
