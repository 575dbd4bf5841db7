import { ownValue } from '../template/own-value.ts';
import { header } from './path.ts';
import { kindOf, MismatchError, numberIn, textIn } from './value.ts';

/** A function assertions can call. */
interface AssertionFunction {
  /** How many arguments it takes, at least and at most. */
  readonly arity: readonly [min: number, max: number];
  /** Its first argument may be a path that leads nowhere; it is undefined then. */
  readonly acceptsMissing: boolean;
  readonly call: (...values: readonly unknown[]) => unknown;
}

/** The functions by name: filtrex's own, made strict about types, and ours. */
export const functions: ReadonlyMap<string, AssertionFunction> = new Map([
  ['abs', numeric(Math.abs, 'abs')],
  ['ceil', numeric(Math.ceil, 'ceil')],
  ['floor', numeric(Math.floor, 'floor')],
  ['round', numeric(Math.round, 'round')],
  ['sqrt', numeric(Math.sqrt, 'sqrt')],
  ['log', numeric(Math.log, 'log')],
  ['log2', numeric(Math.log2, 'log2')],
  ['log10', numeric(Math.log10, 'log10')],
  ['max', numeric(Math.max, 'max', Infinity)],
  ['min', numeric(Math.min, 'min', Infinity)],
  ['exists', onMissing(1, value => value !== undefined && value !== null)],
  ['empty', onMissing(1, isEmpty)],
  ['isEmpty', onMissing(1, isEmpty)],
  ['has', onMissing(2, (value, path) => has(value, textIn(path, 'has')))],
  ['size', strict(1, size)],
  ['lowerCase', strict(1, value => textIn(value, 'lowerCase').toLowerCase())],
  ['upperCase', strict(1, value => textIn(value, 'upperCase').toUpperCase())],
  [
    'startsWith',
    strict(2, (value, start) =>
      textIn(value, 'startsWith').startsWith(textIn(start, 'startsWith')),
    ),
  ],
  [
    'endsWith',
    strict(2, (value, end) => textIn(value, 'endsWith').endsWith(textIn(end, 'endsWith'))),
  ],
  ['includes', strict(2, includes)],
]);

/** What `has` does where its first argument is a map of headers. Not in `functions`: no assertion can name it. */
export const hasHeader = '$hasHeader';

/** As filtrex takes them. */
export const callables: Readonly<Record<string, AssertionFunction['call']>> = {
  ...Object.fromEntries(Array.from(functions, ([name, { call }]) => [name, call])),
  [hasHeader]: (headers, name) => header(headers, textIn(name, 'has')) !== undefined,
};

function strict(count: number, call: AssertionFunction['call']): AssertionFunction {
  return { arity: [count, count], acceptsMissing: false, call };
}

function onMissing(count: number, call: AssertionFunction['call']): AssertionFunction {
  return { ...strict(count, call), acceptsMissing: true };
}

function numeric(
  calculate: (...numbers: number[]) => number,
  name: string,
  max = 1,
): AssertionFunction {
  return {
    arity: [1, max],
    acceptsMissing: false,
    call: (...values) => calculate(...values.map(value => numberIn(value, name))),
  };
}

/** Nothing, null, empty text, an empty list or an object without members; a number or boolean never is. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Whether the value has the member, `a.b` being the member `b` of `a` unless there is one named so. */
function has(value: unknown, path: string): boolean {
  return [[path], path.split('.')].some(steps => ownValue(value, steps) !== undefined);
}

/** Characters of a text, elements of a list, members of an object. */
function size(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  throw new MismatchError(`size needs text, a list or an object, but gets ${kindOf(value)}`);
}

function includes(value: unknown, part: unknown): boolean {
  if (Array.isArray(value)) return value.includes(part);
  return textIn(value, 'includes').includes(textIn(part, 'includes'));
}
