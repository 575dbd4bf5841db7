/** An operator or function was given a value it isn't defined for. The message is for the assertion's author. */
export class MismatchError extends TypeError {}

/**
 * Thrown where the expression reads a value that isn't there, or calculates with 0 / 0: the mistake is not in
 * its text. One for all: nobody reads its stack, and capturing one takes a hundred times as long as an evaluation.
 */
export const indeterminate: Error = Object.freeze(new Error('a value is not there'));

/** What people call the value's type. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/** The value, if it is a number. */
export function numberIn(value: unknown, user: string): number {
  if (typeof value !== 'number') {
    throw new MismatchError(`${user} needs a number, but gets ${kindOf(value)}`);
  }
  if (Number.isNaN(value)) throw indeterminate;
  return value;
}

/** The value, if it is text. */
export function textIn(value: unknown, user: string): string {
  if (typeof value === 'string') return value;
  throw new MismatchError(`${user} needs text, but gets ${kindOf(value)}`);
}
