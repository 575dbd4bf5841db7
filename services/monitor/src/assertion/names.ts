import { nearest } from '../probe/nearest.ts';
import { functions } from './functions.ts';
import type { Mistake } from './mistake.ts';
import { fields, type Read } from './path.ts';
import { isOperator, type NameToken, type Token } from './token.ts';

const constants: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** The value of a name that is no function; `before` are the tokens before it. */
export function compileConstant(token: NameToken, before: readonly Token[]): Read | Mistake {
  const value = constants.get(token.text);
  if (value !== undefined) return () => value;
  const [root = ''] = token.text.split(/[.[]/);
  const name = constants.has(root) ? token.text : root;
  const hint = isHyphenated(token, before)
    ? 'a name with a hyphen goes in brackets: response.headers["content-type"]'
    : likely(name);
  return { at: token.at, message: `unknown name "${name}"`, hint };
}

/** What is wrong with a call; `after` begins with its opening parenthesis. */
export function mistakesInCall(token: NameToken, after: readonly Token[]): Mistake[] {
  const called = functions.get(token.text);
  if (called === undefined) {
    const match = nearest(token.text, functions.keys());
    const hint = match ? `did you mean "${match}"?` : `one of ${[...functions.keys()].join(', ')}`;
    return [{ at: token.at, message: `unknown function "${token.text}"`, hint }];
  }
  const [min, max] = called.arity;
  const count = countArguments(after);
  if (count >= min && count <= max) return [];
  const expected = `${min === max ? min : `at least ${min}`} argument${min === 1 ? '' : 's'}`;
  return [{ at: token.at, message: `"${token.text}" takes ${expected}, not ${count}` }];
}

/** The call's own commas, and one. */
function countArguments([opening, ...after]: readonly Token[]): number {
  if (opening === undefined || isOperator(after[0], ')')) return 0;
  let depth = 1;
  let count = 1;
  for (const token of after) {
    if (isOperator(token, '(')) depth += 1;
    else if (isOperator(token, ')')) depth -= 1;
    else if (isOperator(token, ',') && depth === 1) count += 1;
    if (depth === 0) break;
  }
  return count;
}

/** `response.headers.content-type` reads as a subtraction: path, minus and name without a space. */
function isHyphenated(name: NameToken, before: readonly Token[]): boolean {
  const [path, minus] = before.slice(-2);
  if (path?.kind !== 'path' || !isOperator(minus, '-')) return false;
  return path.end === minus?.at && minus.end === name.at;
}

function likely(name: string): string {
  const names = new Map([
    ...['response', ...constants.keys()].map(own => [own, own] as const),
    ...fields.map(field => [field, `response.${field}`] as const),
    ...Array.from(functions.keys(), called => [called, `${called}(...)`] as const),
  ]);
  const match = names.get(nearest(name, names.keys()) ?? '');
  return match === undefined ? 'text goes in quotes' : `did you mean "${match}"?`;
}
