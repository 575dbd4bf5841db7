import { RE2JS } from 're2js';
import { kindOf, MismatchError, numberIn, textIn } from './value.ts';

/** Characters times instructions of the pattern in one match: half a second at the very worst, mostly far less. */
const maxMatchSteps = 2 ** 25;

/** Longer text is not made by `+`; a response's body has at most half of it by default. */
const maxTextLength = 2 ** 21;

/**
 * What the operators do. They convert nothing: only numbers are calculated with and ordered, only text is
 * matched; `+` also joins text with text or numbers. Equality takes any two values, also of different types,
 * but not two lists or objects.
 */
export const operators = {
  '==': equal,
  '!=': (a: unknown, b: unknown) => !equal(a, b),
  '<': (a: unknown, b: unknown) => numberIn(a, '<') < numberIn(b, '<'),
  '<=': (a: unknown, b: unknown) => numberIn(a, '<=') <= numberIn(b, '<='),
  '>': (a: unknown, b: unknown) => numberIn(a, '>') > numberIn(b, '>'),
  '>=': (a: unknown, b: unknown) => numberIn(a, '>=') >= numberIn(b, '>='),
  '+': add,
  '-': (a: unknown, b?: unknown) =>
    b === undefined ? -numberIn(a, '-') : numberIn(a, '-') - numberIn(b, '-'),
  '*': (a: unknown, b: unknown) => numberIn(a, '*') * numberIn(b, '*'),
  '/': (a: unknown, b: unknown) => numberIn(a, '/') / numberIn(b, '/'),
  '^': (a: unknown, b: unknown) => numberIn(a, '^') ** numberIn(b, '^'),
  mod: (a: unknown, b: unknown) => modulo(numberIn(a, 'mod'), numberIn(b, 'mod')),
  '~=': matches,
};

/** The same, but values of different types can't be equal: a constant against a field of another type is a mistake. */
export const strictOperators = {
  ...operators,
  '==': sameKind,
  '!=': (a: unknown, b: unknown) => !sameKind(a, b),
};

function equal(a: unknown, b: unknown): boolean {
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    throw new MismatchError(`${kindOf(a)} cannot be compared with ${kindOf(b)}`);
  }
  return a === b;
}

function sameKind(a: unknown, b: unknown): boolean {
  if (a !== null && b !== null && typeof a !== typeof b) {
    throw new MismatchError(`${kindOf(a)} is never equal to ${kindOf(b)}`);
  }
  return equal(a, b);
}

function add(a: unknown, b: unknown): number | string {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  const sum = `${joinable(a)}${joinable(b)}`;
  if (sum.length > maxTextLength) throw new MismatchError('+ makes too long a text');
  return sum;
}

function joinable(value: unknown): string | number {
  return typeof value === 'string' ? value : numberIn(value, '+');
}

/** Never negative for a positive divisor, as in filtrex. */
function modulo(a: number, b: number): number {
  return ((a % b) + b) % b;
}

function matches(value: unknown, pattern: unknown): boolean {
  const text = textIn(value, '~=');
  if (!(pattern instanceof RE2JS)) throw new MismatchError('~= needs a pattern');
  if (text.length * pattern.programSize() > maxMatchSteps) {
    throw new MismatchError('the text is too long for the pattern');
  }
  return pattern.test(text);
}
