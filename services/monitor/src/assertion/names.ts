import { nearest } from '../probe/nearest.ts';
import type { Fault } from './fault.ts';
import { functions } from './functions.ts';
import { fields, type Read } from './path.ts';
import { isOperator, type Token } from './token.ts';

const constants: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** The value of the name at `index`, which is no function's. */
export function compileConstant(tokens: readonly Token[], index: number): Read | Fault {
  const token = tokens[index];
  if (token?.kind !== 'name') return { message: 'a name is missing' };
  const value = constants.get(token.text);
  if (value !== undefined) return () => value;
  const hint = isHyphenated(tokens, index)
    ? 'a name with a hyphen goes in brackets: response.headers["content-type"]'
    : likely(token.text);
  return { at: token.at, message: `unknown name "${token.text}"`, ...(hint ? { hint } : {}) };
}

/** What is wrong with the call whose name stands at `index`. */
export function faultsInCall(tokens: readonly Token[], index: number): Fault[] {
  const token = tokens[index];
  if (token?.kind !== 'name') return [];
  const called = functions.get(token.text);
  if (called === undefined) {
    const match = nearest(token.text, functions.keys());
    const hint = match ? `did you mean "${match}"?` : `one of ${[...functions.keys()].join(', ')}`;
    return [{ at: token.at, message: `unknown function "${token.text}"`, hint }];
  }
  const [min, max] = called.arity;
  const count = countArguments(tokens, index + 1);
  if (count >= min && count <= max) return [];
  const expected = `${min === max ? min : `at least ${min}`} argument${min === 1 ? '' : 's'}`;
  return [{ at: token.at, message: `"${token.text}" takes ${expected}, not ${count}` }];
}

/** Commas of the call's own, and one, between its parenthesis at `opening` and the closing one. */
function countArguments(tokens: readonly Token[], opening: number): number {
  if (isOperator(tokens[opening + 1], ')')) return 0;
  let depth = 0;
  let count = 1;
  for (const token of tokens.slice(opening)) {
    if (isOperator(token, '(')) depth += 1;
    else if (isOperator(token, ')')) depth -= 1;
    else if (isOperator(token, ',') && depth === 1) count += 1;
    if (depth === 0) break;
  }
  return count;
}

/** `response.headers.content-type` reads as a subtraction: path, minus and name without a space. */
function isHyphenated(tokens: readonly Token[], index: number): boolean {
  const [path, minus, name] = [tokens[index - 2], tokens[index - 1], tokens[index]];
  if (path?.kind !== 'path' || !isOperator(minus, '-')) return false;
  return path.end === minus?.at && minus.end === name?.at;
}

function likely(name: string): string | undefined {
  const names = new Map([
    ...['response', ...constants.keys()].map(own => [own, own] as const),
    ...fields.map(field => [field, `response.${field}`] as const),
    ...Array.from(functions.keys(), called => [called, `${called}(...)`] as const),
  ]);
  const match = names.get(nearest(name, names.keys()) ?? '');
  return match === undefined ? 'text goes in quotes' : `did you mean "${match}"?`;
}
